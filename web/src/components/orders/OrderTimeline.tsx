import { useTranslation } from 'react-i18next'
import { formatShortDateTime } from '@shared/dates'
import { useLanguage } from '@/lib/i18n/setup'
import { orderStatusKey, shownStatus, timeline } from '@/lib/order/order-status'
import './steps.css'

interface OrderTimelineProps {
  status: string
  /** RFC 3339. */
  orderedAt: string
  history?: readonly { status: string; at: string }[] | undefined
  /** Day and time of the planned delivery; empty or absent until it is planned. */
  planned?: string
  delivery?: Parameters<typeof shownStatus>[1]
}

/** The steps of an order up to its current status. */
export function OrderTimeline({ status, orderedAt, history, planned = '', delivery = null }: OrderTimelineProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <ol className="steps" aria-label={t('ORDER.TIMELINE')}>
      {timeline(status, orderedAt, history ?? []).map((step) => {
        const key = step.status === 'Pending' ? 'ORDER.RECEIVED' : orderStatusKey(shownStatus(step.status, delivery))
        return (
          <li
            key={step.status}
            className="step"
            aria-current={step.current ? 'step' : undefined}
            data-reached={step.reached || undefined}
            data-cancelled={step.cancelled || undefined}
          >
            <span>
              {key === undefined ? step.status : t(key)}
              {step.reached && <span className="visually-hidden"> ({t('ORDER.REACHED')})</span>}
            </span>
            {step.at !== null && <time dateTime={step.at}>{formatShortDateTime(step.at, language)}</time>}
            {step.at === null && step.status === 'Processing' && !step.reached && <span>{t('ORDER.WE_CALL')}</span>}
            {step.status === 'Delivered' && !step.reached && planned !== '' && <span>{planned}</span>}
          </li>
        )
      })}
    </ol>
  )
}
