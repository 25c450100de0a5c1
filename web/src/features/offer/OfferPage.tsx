import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '@shared/api/error'
import { DeadLink } from '@/components/document/DeadLink'
import { DocumentFrame } from '@/components/document/DocumentFrame'
import { DocumentLanguages } from '@/components/document/DocumentLanguages'
import { DocumentLoading } from '@/components/document/DocumentLoading'
import { useLinkToken } from '@/lib/order/link-token'
import { useOffer } from './use-offer'

const loadDocument = () => import('./OfferDocument')
const OfferDocument = lazy(loadDocument)
const OfferOrder = lazy(() => import('./OfferOrder'))
const LinkFailure = lazy(() => import('@/components/document/LinkFailure'))

/** The offer of the link's token, which its customer accepts or declines. Rendered without the layout. */
export default function OfferPage() {
  const { t } = useTranslation()
  const token = useLinkToken()
  const { data: offer, error, refetch } = useOffer(token)
  useEffect(() => {
    // Beside the offer; if it fails, the lazy component loads it again.
    if (token !== '') loadDocument().catch(() => undefined)
  }, [token])

  const loading = <DocumentLoading title={t('OFFER.TITLE')} />
  const isDead = token === '' || (error instanceof ApiError && error.status === 404)
  return (
    <DocumentFrame contact={offer?.sender ?? null} footer={<DocumentLanguages />}>
      <Suspense fallback={loading}>
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
          loading
        )}
      </Suspense>
    </DocumentFrame>
  )
}
