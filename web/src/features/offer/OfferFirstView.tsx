import { useTranslation } from 'react-i18next'
import { DeadLinkFirstView } from '@/components/document/DeadLink'
import { DocumentFrame } from '@/components/document/DocumentFrame'
import { DocumentLoading } from '@/components/document/DocumentLoading'

/** First view of an offer: its loading state, and the page of a link without a token. */
export function OfferFirstView() {
  const { t } = useTranslation()
  return (
    <DocumentFrame contact={null}>
      <DocumentLoading title={t('OFFER.TITLE')} />
      <DeadLinkFirstView title={t('OFFER.UNKNOWN')} lost={t('LINK.OFFER_LOST')} />
    </DocumentFrame>
  )
}
