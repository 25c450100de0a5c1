import { useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Modal } from '@/components/Modal'
import { closeQuote, finishQuote, showSent, type QuoteRequest } from '@/stores/quote'
import { QuoteActions } from './QuoteActions'
import { isDrawn, QuoteFields } from './QuoteFields'
import { useQuoteForm } from './use-quote-form'

/** Asks for the price of one product, in the chosen size, quantity and colour. */
export default function QuoteDialog({ request }: { request: QuoteRequest }) {
  const { t } = useTranslation()
  const formId = useId()
  const quote = useQuoteForm({
    request,
    onSent: (sent, contacts) => {
      finishQuote(request)
      showSent({ ...sent, back: 'QUOTE.TO_SHOP', next: null }, contacts)
    },
  })
  // The alert is mounted when the dialog closes, and takes the focus before the page does.
  useEffect(() => {
    import('./QuoteSent').catch(() => undefined)
  }, [])
  return (
    <Modal
      open
      wide={isDrawn(quote)}
      title={t('QUOTE.TITLE')}
      lead={t('QUOTE.LEAD')}
      onClose={closeQuote}
      footer={<QuoteActions quote={quote} formId={formId} onSelected={closeQuote} />}
    >
      <QuoteFields quote={quote} id={formId} />
    </Modal>
  )
}
