import { Phone } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { buttonClass } from '@shared/components/Button'
import type { OrderRow } from '@desk/api/records'
import { orderStatuses, type OrderStatus } from '@desk/api/words'
import { TextLink } from '@desk/components/Links'
import { StatusOf } from '@desk/components/Parts'
import { CallLink } from '@desk/components/PhoneLinks'
import { addToDay } from '@desk/lib/day'
import { orderPath, orderStatusView, orderStatusViews } from '@desk/lib/orders'
import { Bar } from './Bar'
import { listOf } from './figures'
import styles from './Today.module.css'
import { TodayBlock, type BlockProps } from './TodayBlock'

const isEnded = (status: OrderStatus) => status === 'Completed' || status === 'Cancelled'

/** The orders by status; each bar leads to its list. */
export function Orders({ day, ...block }: BlockProps & { day: string }) {
  const { t } = useTranslation()
  return (
    <TodayBlock
      {...block}
      part="orders"
      title={t('NAV.ORDERS')}
      aside={({ newToday }) => <TextLink href={listOf.orderedOn(day)}>{t('TODAY.NEW_ORDERS', { count: newToday })}</TextLink>}
    >
      {({ byStatus }) => {
        const counts: Partial<Record<OrderStatus, number>> = byStatus
        const most = Math.max(1, ...Object.values(counts))
        return (
          <ol>
            {orderStatuses.map((status) => {
              // Ended orders are no work of today.
              const count = counts[status] ?? (isEnded(status) ? null : 0)
              if (count === null) return null
              return (
                <li key={status}>
                  <Link href={listOf.ordersOf(status)} className={styles.statusRow}>
                    <StatusOf view={orderStatusViews[status]} />
                    <Bar share={count / most} />
                    <span className={styles.end}>{count}</span>
                  </Link>
                </li>
              )
            })}
          </ol>
        )
      }}
    </TodayBlock>
  )
}

/** Deliveries of today and tomorrow. */
export function Deliveries({ day, ...block }: BlockProps & { day: string }) {
  const { t } = useTranslation()
  const days = [
    { on: day, title: t('NAV.TODAY') },
    { on: addToDay(day, 1), title: t('TODAY.TOMORROW') },
  ]
  return (
    <TodayBlock {...block} part="deliveries" title={t('TODAY.DELIVERIES')} className={styles.large}>
      {(orders) =>
        days.map(({ on, title }) => {
          const ofDay = orders.filter(({ delivery }) => delivery?.on === on)
          return (
            <section key={on} className={styles.part}>
              <h3>
                <TextLink href={listOf.deliveries(on)}>
                  {title} {ofDay.length}
                </TextLink>
              </h3>
              {ofDay.length === 0 ? (
                <p className="dim">{t('TODAY.NO_DELIVERIES')}</p>
              ) : (
                <ol className={styles.rows}>
                  {ofDay.map((order) => (
                    <Delivery key={order.orderNumber} order={order} />
                  ))}
                </ol>
              )}
            </section>
          )
        })
      }
    </TodayBlock>
  )
}

function Delivery({ order }: { order: OrderRow }) {
  const { t } = useTranslation()
  const { orderNumber, customer, city, delivery } = order
  const name = customer.name ?? t('QUOTES.WIPED')
  const where = delivery?.method === 'pickup' ? t('OFFERS.HAND_OVER_PICKUP') : city
  return (
    <li className={styles.step}>
      <time>{delivery?.from ?? '–'}</time>
      <Link href={orderPath(orderNumber)} className={styles.stepText}>
        <span className={styles.stepName}>
          <b>{name}</b>
        </span>
        <span className="dim small">{[where, delivery?.crew ?? '', orderNumber].filter((part) => part !== '').join(', ')}</span>
        <StatusOf view={orderStatusView(order)} />
      </Link>
      <span className={styles.act}>
        {customer.phone !== null && (
          <CallLink
            phone={customer.phone}
            className={buttonClass({ size: 'small', square: true })}
            aria-label={t('TODAY.CALL_TO', { name })}
          >
            <Phone size={16} strokeWidth={1.5} aria-hidden="true" />
          </CallLink>
        )}
      </span>
    </li>
  )
}
