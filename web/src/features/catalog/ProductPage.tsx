import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import { ButtonLink } from '@shared/components/Button'
import { EmptyState } from '@shared/components/EmptyState'
import { ErrorPane } from '@shared/components/ErrorPane'
import { part } from '@/components/part'
import { ApiError } from '@shared/api/error'
import { useQuery } from '@shared/query/use-query'
import { productQuery } from '@/lib/api/product-queries'
import { useLanguage } from '@/lib/i18n/setup'
import { localized } from '@/lib/localized'
import { usePageTitle } from '@/lib/page-title'
import { ProductDetails } from './product/ProductDetails'
import { ProductBreadcrumb } from './product/ProductBreadcrumb'
import { ProductSkeleton } from './product/ProductSkeleton'

const ProductBelow = part(() => import('./product/ProductBelow'))

export default function ProductPage() {
  const { t } = useTranslation()
  const language = useLanguage()
  const id = Number(useParams<{ id: string }>().id)
  const { data: product, error, refetch } = useQuery(productQuery(id))
  const complete = useDeferredValue(true, false)
  usePageTitle(product && localized(product, 'name', language))

  return (
    <div className="container">
      <ProductBreadcrumb product={product} />
      {product !== undefined ? (
        <>
          <ProductDetails key={product.id} product={product} />
          {complete && <ProductBelow product={product} />}
        </>
      ) : error === null ? (
        <ProductSkeleton />
      ) : (
        <>
          <h1 className="visually-hidden">{t('SHOP.TITLE')}</h1>
          {error instanceof ApiError && error.status === 404 ? (
            <EmptyState title={t('PRODUCT.NOT_FOUND')}>
              <ButtonLink variant="primary" href="/shop">
                {t('COMMON.FROM_SHOP')}
              </ButtonLink>
            </EmptyState>
          ) : (
            <ErrorPane text={t('PRODUCT.ERROR')} onRetry={() => void refetch()} />
          )}
        </>
      )}
    </div>
  )
}
