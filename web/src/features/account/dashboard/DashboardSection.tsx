import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { ErrorPane } from '@shared/components/ErrorPane'
import { OrderStatuses } from '@/components/orders/OrderStatuses'
import { SignPrice } from '@/components/PriceBlock'
import { Skeleton } from '@shared/components/Skeleton'
import { TextLink } from '@/components/TextLink'
import { serverMessage } from '@shared/api/error'
import type { Dashboard } from '@/lib/api/types'
import { formatDate } from '@shared/dates'
import { useLanguage } from '@/lib/i18n/setup'
import { toQepik } from '@shared/price'
import { useQuery } from '@shared/query/use-query'
import { dashboardQuery } from '../queries'
import { sectionPath } from '../sections'
import styles from './DashboardSection.module.css'

export default function DashboardSection() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(dashboardQuery)
  if (data === undefined) {
    return error === null ? (
      <Skeleton height={280} />
    ) : (
      <ErrorPane text={serverMessage(error) || t('ACCOUNT.DASHBOARD.LOAD_ERROR')} onRetry={() => void refetch()} />
    )
  }
  return (
    <div className={styles.blocks}>
      <Stats dashboard={data} />
      <RecentOrders orders={data.recentOrders} />
      <section aria-labelledby="quick-actions">
        <h2 id="quick-actions" className={styles.heading}>
          {t('ACCOUNT.DASHBOARD.ACTIONS')}
        </h2>
        <ul className={styles.actions}>
          <li>
            <TextLink href={sectionPath('account-details')}>{t('ACCOUNT.DASHBOARD.EDIT')}</TextLink>
          </li>
          <li>
            <TextLink href={sectionPath('addresses')}>{t('ACCOUNT.DASHBOARD.ADDRESSES')}</TextLink>
          </li>
          <li>
            <TextLink href={sectionPath('wishlist')}>{t('ACCOUNT.DASHBOARD.WISHLIST')}</TextLink>
          </li>
          <li>
            <TextLink href="/contact-us">{t('ACCOUNT.DASHBOARD.SUPPORT')}</TextLink>
          </li>
        </ul>
      </section>
    </div>
  )
}

function Stats({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation()
  const stats = [
    { section: 'orders', count: dashboard.totalOrders, label: t('ACCOUNT.DASHBOARD.ORDERS') },
    { section: 'wishlist', count: dashboard.wishlistItems, label: t('ACCOUNT.DASHBOARD.WISHES') },
    { section: 'addresses', count: dashboard.savedAddresses, label: t('ACCOUNT.DASHBOARD.SAVED_ADDRESSES') },
  ] as const
  return (
    <ul className={styles.stats}>
      {stats.map(({ section, count, label }) => (
        <li key={section} className={styles.stat}>
          <Link href={sectionPath(section)}>
            <span className={`${styles.count ?? ''} figures`}>{count}</span> {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function RecentOrders({ orders }: { orders: Dashboard['recentOrders'] }) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <section aria-labelledby="recent-orders">
      <div className={styles.headingRow}>
        <h2 id="recent-orders" className={styles.heading}>
          {t('ACCOUNT.DASHBOARD.RECENT')}
        </h2>
        {orders.length > 0 && (
          <TextLink href={sectionPath('orders')} arrow>
            {t('ACCOUNT.DASHBOARD.VIEW_ALL')}
          </TextLink>
        )}
      </div>
      {orders.length === 0 ? (
        <p className="second">{t('ACCOUNT.ORDERS.EMPTY')}</p>
      ) : (
        <ul className={styles.orders}>
          {orders.map((order) => (
            <li key={order.orderNumber} className={styles.order}>
              <span>{t('ORDER.NUMBER', { number: order.orderNumber })}</span>
              <time dateTime={order.orderDate} className={styles.date}>
                {formatDate(order.orderDate, language)}
              </time>
              <OrderStatuses status={order.status} />
              <span className={`${styles.sum ?? ''} figures`}>
                <SignPrice amount={toQepik(order.totalAmount)} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
