import { useTranslation } from 'react-i18next'
import { ApiError } from '@shared/api/error'
import { DeadLink } from '@/components/document/DeadLink'
import { DocumentFrame } from '@/components/document/DocumentFrame'
import { DocumentLanguages } from '@/components/document/DocumentLanguages'
import { DocumentLoading } from '@/components/document/DocumentLoading'
import { LinkFailure } from '@/components/document/LinkFailure'
import { useLinkToken } from '@/lib/link-token'
import { usePageTitle } from '@/lib/page-title'
import { OfferDocument } from './OfferDocument'
import { OfferOrder } from './OfferOrder'
import { useOffer } from './use-offer'

/** The offer of the link's token, which its customer accepts or declines. Rendered without the layout. */
export default function OfferPage() {
  const { t } = useTranslation()
  const token = useLinkToken()
  const { data: offer, error, refetch } = useOffer(token)
  usePageTitle(t('OFFER.TITLE'))

  const isDead = token === '' || (error instanceof ApiError && error.status === 404)
  return (
    <DocumentFrame contact={offer?.sender ?? null} footer={<DocumentLanguages />}>
      {isDead ? (
        <DeadLink title={t('OFFER.UNKNOWN')} lost={t('LINK.OFFER_LOST')} />
      ) : offer !== undefined ? (
        offer.state === 'accepted' && offer.order !== null ? (
          <OfferOrder offer={offer} order={offer.order} />
        ) : (
          <OfferDocument key={token} token={token} offer={offer} />
        )
      ) : error !== null ? (
        <LinkFailure
          title={t('OFFER.TITLE')}
          error={error}
          texts={{ unavailable: 'OFFER.UNAVAILABLE', failed: 'OFFER.LOAD_ERROR' }}
          onRetry={() => void refetch()}
        />
      ) : (
        <DocumentLoading title={t('OFFER.TITLE')} />
      )}
    </DocumentFrame>
  )
}
