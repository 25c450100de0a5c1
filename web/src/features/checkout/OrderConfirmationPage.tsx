import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearch } from 'wouter'
import { Breadcrumb } from '@/components/Breadcrumb'
import { ButtonLink } from '@shared/components/Button'
import { EmptyState } from '@shared/components/EmptyState'
import { ErrorPane } from '@shared/components/ErrorPane'
import { part } from '@/components/part'
import { OrderLines } from '@/components/orders/OrderLines'
import { OrderStatuses } from '@/components/orders/OrderStatuses'
import { OrderTimeline } from '@/components/orders/OrderTimeline'
import { SignPrice } from '@/components/PriceBlock'
import { Skeleton } from '@shared/components/Skeleton'
import { TextLink } from '@/components/TextLink'
import { orderQuery } from '@/lib/api/account-queries'
import { ApiError, serverMessage } from '@shared/api/error'
import type { OrderDetail } from '@/lib/api/types'
import { formatDateTime } from '@shared/dates'
import { useLanguage } from '@/lib/i18n/setup'
import { planText } from '@/lib/order/plan-text'
import { goToLogin } from '@/lib/login'
import { toQepik } from '@shared/price'
import { useQuery } from '@shared/query/use-query'
import { ensureSession, useSession } from '@/lib/session'
import styles from './OrderConfirmationPage.module.css'

const ConfirmationFacts = part(() => import('./ConfirmationFacts'), undefined, <Skeleton height={320} />)
const OrderDays = part(() => import('@/components/delivery/OrderDays'))

/** The order with the id of the address, loaded from the server. */
export default function OrderConfirmationPage() {
  const { t } = useTranslation()
  const id = new URLSearchParams(useSearch()).get('id') ?? ''
  const status = useSession((state) => state.status)
  const signedIn = status === 'signed-in'
  const { data: order, error, refetch } = useQuery({ ...orderQuery(id), enabled: signedIn && id !== '' })

  useEffect(() => {
    // Without an answer the screen waits: the session is validated again soon.
    ensureSession().then(
      (valid) => {
        if (!valid) goToLogin({ replace: true })
      },
      () => undefined,
    )
  }, [])
  const wasSignedIn = useRef(false)
  useEffect(() => {
    if (signedIn) wasSignedIn.current = true
    // The session may end while the page is open.
    else if (status === 'anonymous' && wasSignedIn.current) goToLogin({ replace: true })
  }, [signedIn, status])

  const missing = id === '' || (error instanceof ApiError && error.status === 404)
  return (
    <div className="container">
      <Breadcrumb crumbs={[{ label: t('NAV.HOME'), href: '/' }, { label: t('CONFIRMATION.CRUMB') }]} />
      {/* Only a loaded order is known to be received. */}
      <h1>{order === undefined ? t('CONFIRMATION.CRUMB') : t('CONFIRMATION.TITLE')}</h1>
      {order !== undefined ? (
        <Confirmed order={order} />
      ) : missing ? (
        <EmptyState title={t('CONFIRMATION.NOT_FOUND')}>
          <ButtonLink href="/account?section=orders">{t('CONFIRMATION.ALL_ORDERS')}</ButtonLink>
        </EmptyState>
      ) : error !== null ? (
        <ErrorPane text={serverMessage(error) || t('CONFIRMATION.LOAD_ERROR')} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={400} />
      )}
    </div>
  )
}

function Confirmed({ order }: { order: OrderDetail }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [now] = useState(() => new Date())
  const planned = planText(order.delivery, language, now)
  return (
    <>
      <p className="title-lead">
        {t('CONFIRMATION.NEXT')} {t('CONFIRMATION.MAIL')}
      </p>
      <section className={styles.order} aria-labelledby="confirmed-order">
        <div className={styles.head}>
          <h2 id="confirmed-order" className={styles.number}>
            {t('ORDER.NUMBER', { number: order.orderNumber })}
          </h2>
          <time dateTime={order.orderDate} className={styles.date}>
            {formatDateTime(order.orderDate, language)}
          </time>
          <OrderStatuses status={order.status} paymentStatus={order.paymentStatus} />
        </div>
        <div className={styles.steps}>
          <OrderTimeline
            status={order.status}
            orderedAt={order.orderDate}
            history={order.history}
            planned={planned}
            delivery={order.delivery}
          />
        </div>
        <div className={styles.columns}>
          <div>
            <OrderLines items={order.items} />
            <OrderDays productIds={order.items.map(({ productId }) => productId).filter((id) => id > 0)} orderedAt={order.orderDate} />
            <p className={styles.total}>
              {t('CHECKOUT.TOTAL')}
              <span className="figures">
                <SignPrice amount={toQepik(order.totalAmount)} />
              </span>
            </p>
          </div>
          <ConfirmationFacts order={order} />
        </div>
      </section>
      <p className={`${styles.actions ?? ''} screen-only`}>
        <ButtonLink variant="primary" href="/shop">
          {t('CONFIRMATION.GO_ON')}
        </ButtonLink>
        <TextLink href="/account?section=orders" arrow>
          {t('CONFIRMATION.ALL_ORDERS')}
        </TextLink>
      </p>
    </>
  )
}
