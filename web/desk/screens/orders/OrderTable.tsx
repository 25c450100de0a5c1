import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'wouter'
import { formatPhone } from '@shared/forms/phone'
import { formatWithSign } from '@shared/money'
import { toQepik } from '@shared/price'
import type { OrderRow } from '@desk/api/orders'
import { useMe } from '@desk/api/session'
import { DataTable, type Columns } from '@desk/components/DataTable'
import { Avatar, Status } from '@desk/components/Parts'
import { useLanguage } from '@desk/i18n/language'
import { useKeys } from '@desk/lib/keys'
import { deliveryDay, orderPath, orderStatusViews, paymentStatusViews, type StatusView } from '@desk/lib/orders'
import { formatClock, formatShortDay, isSameDay } from '@desk/lib/times'
import { useNow } from '@desk/lib/use-now'
import { useRowKeys } from '@desk/lib/use-row-keys'
import styles from './Orders.module.css'

interface OrderTableProps {
  rows: readonly OrderRow[]
  /** Numbers of the marked orders. */
  picked: ReadonlySet<string>
  onPick: (picked: ReadonlySet<string>) => void
  /** The rows are those of the filters before. */
  isOld: boolean
}

/** Orders as a table; on phones as rows of lines. `J` and `K` move, `X` marks, `Enter` opens. */
export function OrderTable({ rows, picked, onPick, isOld }: OrderTableProps) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const current = useRowKeys(
    rows.map(({ orderNumber }) => orderNumber),
    (number) => `order-${number}`,
    (number) => navigate(orderPath(number)),
  )
  const columns = useColumns(rows, picked, onPick)
  useKeys([{ keys: 'x', text: 'ORDERS.MARK', run: () => current !== null && onPick(toggled(picked, current)) }])
  return (
    <div className={styles.table} aria-busy={isOld || undefined}>
      <DataTable
        caption={t('NAV.ORDERS')}
        columns={columns}
        rows={rows}
        rowId={({ orderNumber }) => orderNumber}
        stateOf={({ orderNumber }) => (picked.has(orderNumber) ? 'marked' : orderNumber === current ? 'current' : undefined)}
      />
    </div>
  )
}

function toggled(picked: ReadonlySet<string>, number: string): ReadonlySet<string> {
  const next = new Set(picked)
  if (!next.delete(number)) next.add(number)
  return next
}

function useColumns(rows: readonly OrderRow[], picked: ReadonlySet<string>, onPick: OrderTableProps['onPick']): Columns<OrderRow> {
  const { t } = useTranslation()
  const language = useLanguage()
  const me = useMe()
  const now = useNow()
  return useMemo(() => {
    const isAll = rows.every(({ orderNumber }) => picked.has(orderNumber))
    const columns: Columns<OrderRow> = [
      {
        id: 'pick',
        meta: { place: 'wide' },
        header: () => (
          <input
            type="checkbox"
            aria-label={t('ORDERS.MARK_ALL')}
            checked={isAll}
            onChange={() => onPick(isAll ? new Set() : new Set(rows.map(({ orderNumber }) => orderNumber)))}
          />
        ),
        cell: ({ row: { original } }) => (
          <input
            type="checkbox"
            aria-label={t('ORDERS.MARK_ONE', { number: original.orderNumber })}
            checked={picked.has(original.orderNumber)}
            onChange={() => onPick(toggled(picked, original.orderNumber))}
          />
        ),
      },
      {
        id: 'number',
        header: t('ORDER.TITLE'),
        meta: { place: 'main' },
        cell: ({ row: { original: order } }) => (
          <span className={styles.two}>
            <Link href={orderPath(order.orderNumber)} id={`order-${order.orderNumber}`} className={styles.number}>
              {order.orderNumber}
            </Link>
            <span className="dim small">
              {isSameDay(order.orderDate, now)
                ? t('TEAM.TODAY', { time: formatClock(order.orderDate) })
                : formatShortDay(order.orderDate, language)}
            </span>
          </span>
        ),
      },
      {
        id: 'status',
        header: t('QUOTE.STATUS'),
        meta: { place: 'endBelow' },
        cell: ({ row: { original } }) => <StatusOf view={orderStatusViews[original.status]} />,
      },
      {
        id: 'customer',
        header: t('QUOTE.CUSTOMER'),
        meta: { place: 'below' },
        cell: ({ row: { original } }) => (
          <span className={styles.two}>
            <span>{original.customer.name ?? t('QUOTES.WIPED')}</span>
            {original.customer.phone !== null && <span className="dim small wide-only">{formatPhone(original.customer.phone)}</span>}
          </span>
        ),
      },
      {
        id: 'payment',
        header: t('ORDER.PAYMENT'),
        meta: { place: 'endBelow' },
        cell: ({ row: { original } }) => <StatusOf view={paymentStatusViews[original.paymentStatus]} />,
      },
      {
        id: 'delivery',
        header: t('ORDER.DELIVERY'),
        meta: { place: 'below' },
        cell: ({ row: { original } }) => <DeliveryCell order={original} />,
      },
      {
        id: 'assignee',
        header: t('QUOTE.ASSIGNEE'),
        meta: { place: 'wide' },
        cell: ({ row: { original } }) => (
          <>
            <Avatar person={original.assignee} isOwn={original.assignee?.id === me.id} />
            <span className="visually-hidden">{original.assignee?.name ?? t('QUOTES.UNASSIGNED')}</span>
          </>
        ),
      },
      {
        id: 'total',
        header: () => <span className={styles.sumHead}>{t('OFFERS.SUM')}</span>,
        meta: { place: 'end' },
        cell: ({ row: { original } }) => <b className={styles.sum}>{formatWithSign(toQepik(original.totalAmount), language)}</b>,
      },
    ]
    return columns
  }, [rows, picked, onPick, language, me.id, now, t])
}

function StatusOf({ view }: { view: StatusView }) {
  const { t } = useTranslation()
  return (
    <Status tone={view.tone} isFilled={view.isFilled}>
      {t(view.text)}
    </Status>
  )
}

function DeliveryCell({ order: { delivery, city, itemsCount } }: { order: OrderRow }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const day = delivery === null ? '' : deliveryDay(delivery, language)
  const where = delivery?.method === 'pickup' ? t('OFFERS.HAND_OVER_PICKUP') : city
  return (
    <span className={styles.two}>
      <span>{where === '' ? t('ORDER.PIECES', { count: itemsCount }) : where}</span>
      <span className="dim small">{day === '' ? t('ORDER.NO_DAY') : day}</span>
    </span>
  )
}
