import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Language } from '@shared/language'
import type { CustomerEntry } from '@desk/api/customers'
import { TextLink } from '@desk/components/Button'
import { Block } from '@desk/components/Parts'
import { useLanguage } from '@desk/i18n/language'
import { channelTexts, outcomeTexts, sourceTexts } from '@desk/lib/texts'
import { mailTexts, systemText } from '@desk/lib/timeline'
import { formatMoment } from '@desk/lib/times'
import styles from './Customer.module.css'

/** What happened with all quotes of a customer, newest first. */
export function CustomerTimeline({ entries }: { entries: readonly CustomerEntry[] }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const newestFirst = entries.toSorted((one, other) => other.at.localeCompare(one.at))
  return (
    <Block title={t('QUOTE.TIMELINE')}>
      {entries.length === 0 && <p className="dim">{t('CUSTOMER.NOTHING_YET')}</p>}
      <ol className={styles.events} aria-label={t('QUOTE.TIMELINE')}>
        {newestFirst.map((entry) => {
          const { title, by } = headOf(t, entry, language)
          return (
            <li key={entry.id} data-by={isByPerson(entry) ? 'person' : 'system'}>
              <p className={styles.eventHead}>
                <span>
                  {isByPerson(entry) ? <b>{title}</b> : title} {by !== '' && <span className="dim">{by}</span>}
                </span>
                <span className={styles.eventEnd}>
                  <TextLink href={`/quotes/${entry.number}`} className="small">
                    {entry.number}
                  </TextLink>
                  <time className="dim small">{formatMoment(entry.at, language)}</time>
                </span>
              </p>
              {entry.text !== null && entry.text !== '' && (
                <p className={styles.said} data-kind={entry.kind}>
                  {entry.text}
                </p>
              )}
            </li>
          )
        })}
      </ol>
    </Block>
  )
}

/** Whether a person spoke with the customer, or wrote. */
const isByPerson = ({ kind, actor }: CustomerEntry): boolean =>
  kind === 'note' || kind === 'contact' || kind === 'mail' || (kind === 'created' && actor !== null)

/** What happened, and who did it; the texts of the system's entries name them already. */
function headOf(t: TFunction, entry: CustomerEntry, language: Language): { title: string; by: string } {
  const actor = entry.actor?.name ?? ''
  switch (entry.kind) {
    case 'created':
      return { title: t('CUSTOMER.ASKED', { source: t(sourceTexts[entry.detail.source]) }), by: actor }
    case 'note':
      return { title: t('TIMELINE.NOTE'), by: actor }
    case 'contact': {
      const { channel, direction, outcome } = entry.detail
      const title = t(direction === 'in' ? 'TIMELINE.INCOMING' : 'TIMELINE.CONTACT', { channel: t(channelTexts[channel]) })
      return { title, by: [actor, t(outcomeTexts[outcome])].filter((part) => part !== '').join(', ') }
    }
    case 'mail': {
      const { subject, state } = entry.detail
      const title = t('TIMELINE.MAIL', { subject })
      return { title, by: [actor, state === null ? '' : t(mailTexts[state])].filter((part) => part !== '').join(', ') }
    }
    default:
      return { title: systemText(t, entry, language), by: '' }
  }
}
