import { useTranslation } from 'react-i18next'
import type { LinkedOrder } from '@/lib/api/linked-order'
import { formatShortDateTime } from '@shared/dates'
import { useLanguage } from '@/lib/i18n/setup'
import styles from './Document.module.css'
import own from './OrderDocument.module.css'
import { eventText } from './order-texts'

/** The history of an order, newest first; empty while it is unknown. */
export function OrderHistory({ order, now }: { order: LinkedOrder; now: Date }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const sentences = order.history.flatMap((event) => {
    const text = eventText(t, event, order, language, now)
    return text === null ? [] : [{ at: event.at, text }]
  })
  if (sentences.length === 0) return null
  return (
    <section className={styles.section}>
      <h2 className={styles.sectionTitle}>{t('ORDER.HISTORY')}</h2>
      <ol className={own.history}>
        {sentences.reverse().map(({ at, text }) => (
          <li key={`${at} ${text}`}>
            <time dateTime={at} className="second figures">
              {formatShortDateTime(at, language)}
            </time>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
