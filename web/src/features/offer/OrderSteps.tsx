import { useTranslation } from 'react-i18next'
import { formatDay } from '@shared/dates'
import { formatWithSign } from '@shared/money'
import { toQepik } from '@shared/price'
import { OrderTimeline } from '@/components/OrderTimeline'
import { useLanguage } from '@/lib/i18n/setup'
import type { OfferOrder } from './calls'
import styles from './Offer.module.css'

/** Where the order made from the offer is, for a customer without an account. */
export function OrderSteps({ order }: { order: OfferOrder }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { delivery } = order
  const sum = (amount: number) => formatWithSign(toQepik(amount), language)
  const day = delivery?.on ? formatDay(delivery.on, language, new Date()) : null
  return (
    <section className={styles.order}>
      <h2 className={styles.orderTitle}>{t('ORDER.NUMBER', { number: order.orderNumber })}</h2>
      <OrderTimeline status={order.status} orderedAt={order.history[0]?.at ?? ''} history={order.history} />
      <p className="second figures">
        {t('OFFER.PAID', { paid: sum(order.paidAmount), total: sum(order.totalAmount) })}
        {day !== null && delivery !== null && (
          <>
            {' '}
            {delivery.from && delivery.to
              ? t('OFFER.DELIVERED_BETWEEN', { day, from: delivery.from, to: delivery.to })
              : t('OFFER.DELIVERED_ON', { day })}
          </>
        )}
      </p>
    </section>
  )
}
