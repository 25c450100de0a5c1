import { useTranslation } from 'react-i18next'
import { ButtonLink } from '@shared/components/Button'
import { EmptyState } from '@shared/components/EmptyState'
import { ErrorPane } from '@shared/components/ErrorPane'
import { Skeleton } from '@shared/components/Skeleton'
import { TextLink } from '@/components/TextLink'
import { orderQuery } from '@/lib/api/account-queries'
import { ApiError, serverMessage } from '@shared/api/error'
import { formatPhone, normalizePhone } from '@shared/forms/phone'
import { useQuery } from '@shared/query/use-query'
import type { PostalAddress } from '@/lib/api/types'
import { placeLine } from '@/lib/order/place-line'
import { ordersPath } from './orders-view'
import { OrderBlock } from './OrderBlock'
import styles from './OrderDetail.module.css'

/** One order with its history and shipping address. */
export function OrderDetail({ id }: { id: string }) {
  const { t } = useTranslation()
  const { data: order, error, refetch } = useQuery(orderQuery(id))
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState title={t('CONFIRMATION.NOT_FOUND')}>
        <ButtonLink href={ordersPath({})}>{t('CONFIRMATION.ALL_ORDERS')}</ButtonLink>
      </EmptyState>
    )
  }
  return (
    <div className={styles.detail}>
      <p className="screen-only">
        <TextLink href={ordersPath({})}>{t('CONFIRMATION.ALL_ORDERS')}</TextLink>
      </p>
      {order !== undefined ? (
        <>
          <OrderBlock order={order} detailed />
          <ShippingAddress address={order.shippingAddress} />
        </>
      ) : error !== null ? (
        <ErrorPane text={serverMessage(error) || t('CONFIRMATION.LOAD_ERROR')} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={420} />
      )}
    </div>
  )
}

function ShippingAddress({ address }: { address: PostalAddress }) {
  const { t } = useTranslation()
  return (
    <section className={styles.destination} aria-labelledby="destination">
      <h2 id="destination" className={styles.heading}>
        {t('CHECKOUT.DELIVERY')}
      </h2>
      <address className={styles.address}>
        {address.firstName} {address.lastName}
        <br />
        {address.address}
        <br />
        {placeLine(address.city, address.state, address.postalCode)}
        <br />
        <span className="figures">{formatPhone(normalizePhone(address.phone))}</span>
      </address>
    </section>
  )
}
