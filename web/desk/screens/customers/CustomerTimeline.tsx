import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CustomerEntry } from '@desk/api/records'
import { AttachedFiles } from '@desk/components/AttachedFiles'
import { TextLink } from '@desk/components/Links'
import { Block } from '@desk/components/Parts'
import { Timeline } from '@desk/components/Timeline'
import { useLanguage } from '@desk/i18n/language'
import { quoteItem } from '@desk/lib/timeline'

interface CustomerTimelineProps {
  entries: readonly CustomerEntry[]
  /** Tells that the states of mails could not be loaded. */
  missing: ReactNode
}

/** Timeline of all quotes of a customer. */
export function CustomerTimeline({ entries, missing }: CustomerTimelineProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const linkTo = (number: string) => (
    <TextLink href={`/quotes/${number}`} className="small">
      {number}
    </TextLink>
  )
  return (
    <Block title={t('QUOTE.TIMELINE')}>
      {missing}
      {entries.length === 0 && <p className="dim">{t('CUSTOMER.NOTHING_YET')}</p>}
      <Timeline
        items={entries.map((entry) => ({
          ...quoteItem(t, entry, language),
          end: linkTo(entry.number),
          body: (entry.kind === 'note' || entry.kind === 'file') && <AttachedFiles files={entry.detail.files} />,
        }))}
      />
    </Block>
  )
}
