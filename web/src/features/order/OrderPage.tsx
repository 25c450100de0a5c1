import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '@shared/api/error'
import { useQuery } from '@shared/query/use-query'
import { DeadLink } from '@/components/document/DeadLink'
import { DocumentFrame } from '@/components/document/DocumentFrame'
import { DocumentLanguages } from '@/components/document/DocumentLanguages'
import { DocumentLoading } from '@/components/document/DocumentLoading'
import { linkedOrderQuery } from '@/lib/api/linked-order'
import { useLinkToken } from '@/lib/order/link-token'

const loadDocument = () => import('@/components/document/OrderDocument')
const OrderDocument = lazy(loadDocument)
const LinkFailure = lazy(() => import('@/components/document/LinkFailure'))

/** The order of the link's token, without a session. Rendered without the layout. */
export default function OrderPage() {
  const { t } = useTranslation()
  const token = useLinkToken()
  const { data: order, error, refetch } = useQuery(linkedOrderQuery(token))
  useEffect(() => {
    // Beside the order; if it fails, the lazy component loads it again.
    if (token !== '') loadDocument().catch(() => undefined)
  }, [token])

  const loading = <DocumentLoading title={t('CONFIRMATION.CRUMB')} hasSteps />
  const isDead = token === '' || (error instanceof ApiError && error.status === 404)
  return (
    <DocumentFrame contact={order?.contact ?? null} footer={<DocumentLanguages />}>
      <Suspense fallback={loading}>
        {isDead ? (
          <DeadLink title={t('ORDER.NO_LINK')} />
        ) : order !== undefined ? (
          <OrderDocument key={token} order={order} token={token} />
        ) : error !== null ? (
          <LinkFailure
            title={t('CONFIRMATION.CRUMB')}
            error={error}
            texts={{ unavailable: 'ORDER.UNAVAILABLE', failed: 'ORDER.LOAD_ERROR' }}
            onRetry={() => void refetch()}
          />
        ) : (
          loading
        )}
      </Suspense>
    </DocumentFrame>
  )
}
