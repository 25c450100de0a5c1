import { useTranslation } from 'react-i18next'
import { formatShortDateTime } from '@shared/dates'
import type { Order } from '@desk/api/records'
import { orderStatuses } from '@desk/api/words'
import { Lozenge } from '@shared/components/Status'
import { useLanguage } from '@desk/i18n/language'
import { deliveryDay, orderStatusView } from '@desk/lib/orders'
import styles from './Order.module.css'

const way = orderStatuses.filter((status) => status !== 'Cancelled')

/** The way of an order on a lath, with the moments of the steps it has taken. */
export function OrderSteps({ order }: { order: Order }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { status, history, delivery, timeline } = order
  const reached = way.findIndex((step) => step === status)
  const planned = delivery === null ? '' : deliveryDay(delivery, language)
  return (
    <ol className={styles.steps} aria-label={t('ORDER.STEPS')}>
      {way.map((step, at) => {
        const moment = history.findLast((entry) => entry.status === step)?.at
        const by = timeline.findLast((event) => event.kind === 'status' && event.detail.to === step)?.actor?.name
        return (
          <li key={step} data-reached={at <= reached || undefined} aria-current={at === reached ? 'step' : undefined}>
            <Lozenge isFilled={at <= reached} />
            <span className={styles.stepName}>
              {t(step === 'Pending' ? 'ORDER.RECEIVED' : orderStatusView({ status: step, delivery }).text)}
            </span>
            <span className="dim small">
              {at <= reached && moment !== undefined
                ? [formatShortDateTime(moment, language), by].filter(Boolean).join(', ')
                : step === 'Delivered' && planned !== ''
                  ? t('ORDER.PLANNED', { day: planned })
                  : ''}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
