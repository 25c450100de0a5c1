import { useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { wide as wideScreen } from '@shared/media'
import { Modal } from '@/components/dialogs/Modal'
import { useBackCloses } from '@/lib/use-back-closes'
import { useMedia } from '@/lib/use-media'
import { closeQuote, finishQuote, showSent, type QuoteRequest } from '@/stores/quote'
import { noteSent } from '@/stores/sent-quotes'
import { QuoteActions } from './QuoteActions'
import { isDrawn, QuoteFields } from './QuoteFields'
import { useQuoteForm } from './use-quote-form'

/** Asks for the price of one product, in the chosen size, quantity and colour. The browser's back closes it on phones. */
export default function QuoteDialog({ request }: { request: QuoteRequest }) {
  const { t } = useTranslation()
  const formId = useId()
  const isWide = useMedia(wideScreen)
  const close = useBackCloses(closeQuote, !isWide)
  const quote = useQuoteForm({
    request,
    onSent: (sent, contacts) => {
      finishQuote(request)
      showSent({ ...sent, back: 'QUOTE.TO_SHOP', next: null }, contacts)
      noteSent([request.product.id], sent.number)
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
      onClose={close}
      footer={<QuoteActions quote={quote} formId={formId} onSelected={close} />}
    >
      <QuoteFields quote={quote} id={formId} />
    </Modal>
  )
}
