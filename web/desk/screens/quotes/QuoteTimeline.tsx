import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '@desk/api/client'
import type { Quote, TimelineEntry } from '@desk/api/records'
import { useMay, useMe } from '@desk/api/session'
import { callOutcomes, type Outcome } from '@desk/api/words'
import { AttachedFiles } from '@desk/components/AttachedFiles'
import { CorrectNoteDialog, Former, isCorrectable } from '@desk/components/Correction'
import { LinkButton } from '@desk/components/Links'
import { Timeline } from '@desk/components/Timeline'
import { useLanguage } from '@desk/i18n/language'
import { useOutbox } from '@desk/lib/outbox'
import { kindTexts, sourceTexts } from '@desk/lib/texts'
import { quoteItem } from '@desk/lib/timeline'
import { useNow } from '@desk/lib/use-now'
import { QuotePieces } from './QuotePieces'
import { keepQuote } from './queries'

/** Everything that happened with a quote, and what waits for the network. */
export function QuoteTimeline({ quote }: { quote: Quote }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const me = useMe()
  const mayNote = useMay('quotes.note')
  const now = useNow()
  const [corrected, setCorrected] = useState<TimelineEntry | null>(null)
  const waiting = useOutbox((state) => state.waiting).filter(({ number }) => number === quote.number)
  const items = quote.timeline.map((entry) => {
    const item = quoteItem(t, entry, language)
    if (entry.kind === 'mail' || entry.kind === 'message') return { ...item, lang: quote.language }
    if (entry.kind === 'note' || entry.kind === 'contact') {
      const isOpen = mayNote && !quote.isWiped && isCorrectable(entry, me, now)
      return {
        ...item,
        end: isOpen && <LinkButton onClick={() => setCorrected(entry)}>{t('TIMELINE.CORRECT')}</LinkButton>,
        body: (
          <>
            {entry.former.length > 0 && <Former texts={entry.former} />}
            {entry.kind === 'note' && <AttachedFiles files={entry.detail.files} />}
          </>
        ),
      }
    }
    if (entry.kind === 'file') return { ...item, body: <AttachedFiles files={entry.detail.files} /> }
    if (entry.kind !== 'created') return item
    return {
      ...item,
      title: `${t(kindTexts[quote.kind])}: ${t(sourceTexts[entry.detail.source])}`,
      body: quote.items.length > 0 && <QuotePieces quote={quote} />,
      text: quote.message,
      lang: quote.language,
    }
  })
  const unsent = waiting.map(({ key, path, body }) => ({
    id: key,
    at: null,
    by: 'person' as const,
    isSaid: true,
    title: t(path === 'notes' ? 'COMPOSER.NOTE' : 'COMPOSER.CALL'),
    aside: t('OFFLINE.ENTRY'),
    text: body.text,
    kind: 'note' as const,
  }))
  return (
    <>
      <Timeline isThread items={[...items, ...unsent]} />
      {corrected !== null && (
        <CorrectNoteDialog
          text={corrected.text}
          contact={contactOf(corrected)}
          save={async ({ text, outcome }) => {
            const body = { id: corrected.id, text, ...(corrected.kind === 'contact' && { outcome: outcome as Outcome }) }
            keepQuote(await call('PATCH', '/desk/quotes/{number}/timeline', { path: { number: quote.number }, body }))
          }}
          onClose={() => setCorrected(null)}
        />
      )}
    </>
  )
}

/** The outcome of a contact with those that it can have; only calls have several. */
function contactOf(entry: TimelineEntry) {
  if (entry.kind !== 'contact') return undefined
  const { channel, outcome } = entry.detail
  return { outcome, outcomes: channel === 'call' ? callOutcomes : [outcome] }
}
