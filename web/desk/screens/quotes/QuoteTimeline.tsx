import { useTranslation } from 'react-i18next'
import type { Quote } from '@desk/api/records'
import { Timeline } from '@desk/components/Timeline'
import { useLanguage } from '@desk/i18n/language'
import { useOutbox } from '@desk/lib/outbox'
import { kindTexts, sourceTexts } from '@desk/lib/texts'
import { quoteItem } from '@desk/lib/timeline'
import { QuotePieces } from './QuotePieces'

/** Everything that happened with a quote, and what waits for the network. */
export function QuoteTimeline({ quote }: { quote: Quote }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const waiting = useOutbox((state) => state.waiting).filter(({ number }) => number === quote.number)
  const items = quote.timeline.map((entry) => {
    const item = quoteItem(t, entry, language)
    if (entry.kind === 'mail') return { ...item, lang: quote.language }
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
  return <Timeline isThread items={[...items, ...unsent]} />
}
