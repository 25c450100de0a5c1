import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CalendarButton } from '@/components/orders/CalendarButton'
import { OrderLines } from '@/components/orders/OrderLines'
import { OrderStatuses } from '@/components/orders/OrderStatuses'
import { OrderTimeline } from '@/components/orders/OrderTimeline'
import { SignPrice } from '@/components/PriceBlock'
import { TextLink } from '@/components/TextLink'
import { orderQuery } from '@/lib/api/account-queries'
import type { Order, OrderDetail } from '@/lib/api/types'
import { formatDate, formatDateTime } from '@shared/dates'
import { useLanguage } from '@/lib/i18n/setup'
import { canCancel, hasLapsed } from '@/lib/order/order-status'
import { planText } from '@/lib/order/plan-text'
import { formatWithSign } from '@shared/money'
import { paymentWord } from '@shared/payment-word'
import { toQepik } from '@shared/price'
import { useQuery } from '@shared/query/use-query'
import { CancelOrder } from './CancelOrder'
import { ordersPath } from './orders-view'
import styles from './OrderBlock.module.css'

interface OrderBlockProps {
  order: Order | OrderDetail
  /** Shows the detail of a single order instead of an entry of the list. */
  detailed?: boolean
}

/** An order with its date, status, lines, total and actions. */
export function OrderBlock({ order, detailed = false }: OrderBlockProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [now] = useState(() => new Date())
  const name = t('ORDER.NUMBER', { number: order.orderNumber })
  const sum = (amount: number) => formatWithSign(toQepik(amount), language)
  // An order of the list has no history, which says when it was cancelled.
  const isCancelled = order.status === 'Cancelled'
  const { data: single } = useQuery({ ...orderQuery(order.id), enabled: isCancelled && !('history' in order) })
  const history = 'history' in order ? order.history : single?.history
  const delivery = 'delivery' in order ? order.delivery : null
  const planned = planText(delivery, language, now)
  const showTimeline = detailed || order.status !== 'Completed'
  return (
    <article className={styles.block} aria-label={name}>
      <div className={styles.head}>
        <h2 className={styles.number}>{name}</h2>
        <time dateTime={order.orderDate} className={styles.date}>
          {detailed ? formatDateTime(order.orderDate, language) : formatDate(order.orderDate, language)}
        </time>
        <OrderStatuses status={order.status} paymentStatus={paymentWord(order)} />
      </div>
      {showTimeline && (
        <OrderTimeline status={order.status} orderedAt={order.orderDate} history={history} planned={planned} delivery={delivery} />
      )}
      {'history' in order && hasLapsed(order.history) && <p className={styles.note}>{t('ORDER.LAPSED')}</p>}
      {!isCancelled && order.paidAmount > order.refundedAmount && order.balance > 0 && (
        <p className={styles.note}>
          {t('ORDER.PAID_SUMS', { paid: sum(order.paidAmount - order.refundedAmount), due: sum(order.balance) })}
        </p>
      )}
      <OrderLines items={order.items} />
      <div className={styles.foot}>
        <div className={`${styles.actions ?? ''} screen-only`}>
          {canCancel(order.status) && <CancelOrder order={order} />}
          {'delivery' in order && <CalendarButton order={order} callBy={null} />}
          {detailed ? (
            <TextLink href="/contact-us">{t('ORDER.SUPPORT')}</TextLink>
          ) : (
            <TextLink href={ordersPath({ order: order.id })}>
              {t('ORDER.VIEW')}
              <span className="visually-hidden"> {order.orderNumber}</span>
            </TextLink>
          )}
        </div>
        <p className={styles.total}>
          {t('CHECKOUT.TOTAL')}
          <span className="figures">
            <SignPrice amount={toQepik(order.totalAmount)} />
          </span>
        </p>
      </div>
    </article>
  )
}
