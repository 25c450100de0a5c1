import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { ButtonLink } from '@shared/components/Button'
import { EmptyState } from '@shared/components/EmptyState'
import { ErrorPane } from '@shared/components/ErrorPane'
import Pager from '@/components/lists/Pager'
import { Skeleton } from '@shared/components/Skeleton'
import { serverMessage } from '@shared/api/error'
import { useQuery } from '@shared/query/use-query'
import { ordersQuery } from '../queries'
import { useScrollToTop } from '../use-scroll-to-top'
import { ordersPath, type OrdersView } from './orders-view'
import { OrderBlock } from './OrderBlock'
import { OrderFilters } from './OrderFilters'
import styles from './OrderList.module.css'

const firstPageSize = 10

export function OrderList({ view }: { view: OrdersView }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const { page, status, search } = view
  const top = useScrollToTop(page)
  const [limit, setLimit] = useState(firstPageSize)
  const { data, error, refetch, isPlaceholderData } = useQuery(ordersQuery({ page, limit, status, search }))
  // The server may limit the size of a page.
  if (data !== undefined && !isPlaceholderData && data.limit > 0 && data.limit !== limit) setLimit(data.limit)

  const filtered = status !== null || search !== ''
  return (
    <div ref={top} className={styles.orders}>
      <OrderFilters view={view} />
      {error !== null ? (
        <ErrorPane text={serverMessage(error) || t('ACCOUNT.ORDERS.LOAD_ERROR')} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton height={420} />
      ) : data.data.length === 0 ? (
        <EmptyState title={t(filtered ? 'ACCOUNT.ORDERS.NONE_FOUND' : 'ACCOUNT.ORDERS.EMPTY')}>
          {filtered ? (
            <ButtonLink href={ordersPath({})}>{t('ACCOUNT.ORDERS.SHOW_ALL')}</ButtonLink>
          ) : (
            <ButtonLink href="/shop">{t('COMMON.FROM_SHOP')}</ButtonLink>
          )}
        </EmptyState>
      ) : (
        <>
          <ul aria-busy={isPlaceholderData}>
            {data.data.map((order) => (
              <li key={order.id} className={styles.order}>
                <OrderBlock order={order} />
              </li>
            ))}
          </ul>
          <Pager
            page={page}
            totalPages={data.totalPages}
            disabled={isPlaceholderData}
            href={(next) => ordersPath({ ...view, page: next })}
            onChange={(next) => navigate(ordersPath({ ...view, page: next }))}
          />
        </>
      )}
    </div>
  )
}
