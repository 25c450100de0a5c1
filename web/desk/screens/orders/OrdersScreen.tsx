import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'wouter'
import { addDays, dateInBaku, formatShortDay, isSameDay, timeInBaku } from '@shared/dates'
import { formatPhone } from '@shared/forms/phone'
import { formatWithSign } from '@shared/money'
import { refundDue } from '@shared/payment-word'
import { toQepik } from '@shared/price'
import { useQuery } from '@shared/query/use-query'
import { query } from '@desk/api/client'
import type { OrderRow } from '@desk/api/records'
import { useMay } from '@desk/api/session'
import { orderSources, orderStatuses, paymentStatuses } from '@desk/api/words'
import { ButtonLink } from '@shared/components/Button'
import { Avatar, StatusOf } from '@desk/components/Parts'
import { Thumbnail } from '@desk/components/Thumbnail'
import { byAssignee, days, flag, words, type Drawing } from '@desk/list/list'
import { linkId, listPage, type View } from '@desk/list/ListPage'
import { useKeys } from '@desk/lib/keys'
import {
  deliveryDay,
  orderPath,
  orderSourceTexts,
  orderStatusView,
  orderStatusViews,
  paymentStatusViews,
  paymentViewOf,
} from '@desk/lib/orders'
import { byChannel } from '@desk/lib/visits'
import styles from './Orders.module.css'
import { OrderBulkBar } from './OrderBulkBar'

const openStatuses = 'Pending,Processing,Shipped,Delivered'

/** All statuses: an address without filters shows the open orders. */
const allStatuses = orderStatuses.join(',')

function viewsOf(now: Date): readonly View[] {
  const tomorrow = dateInBaku(addDays(now, 1))
  return [
    { name: 'open', text: 'ORDERS.OPEN', filters: { status: openStatuses } },
    { name: 'new', text: 'ORDERS.NEW', filters: { status: 'Pending' } },
    {
      name: 'deliveringTomorrow',
      text: 'ORDERS.TOMORROW',
      filters: { status: 'Pending,Processing,Shipped', deliveryFrom: tomorrow, deliveryTo: tomorrow },
    },
    { name: 'unpaid', text: 'ORDERS.UNPAID', filters: { status: openStatuses, payment: 'Pending,Processing,Unpaid' } },
    { name: 'mine', text: 'ORDERS.MINE', filters: { status: openStatuses, assignee: 'me' } },
    { name: 'refundDue', text: 'PAYMENT.REFUND_DUE', filters: { status: allStatuses, refundDue: 'true' } },
    { name: 'all', text: 'ORDERS.ALL', filters: { status: allStatuses } },
  ]
}

/** The table of orders: views, search and filters in the address, and what is done with several at once. */
export default listPage({
  path: '/desk/orders',
  title: 'NAV.ORDERS',
  rowId: ({ orderNumber }) => orderNumber,
  hrefOf: orderPath,
  saved: 'orders',
  csv: 'orders.create',
  search: { label: 'ORDERS.SEARCH', hint: 'ORDERS.SEARCH_HINT' },
  shown: 'ORDERS.SHOWN',
  empty: { title: 'ORDERS.EMPTY', text: 'ORDERS.EMPTY_TEXT' },
  initial: { status: openStatuses },
  // The counts are over all orders.
  views: { of: viewsOf, useCounts: () => useQuery(query('/desk/orders/counts')).data },
  bulk: { all: 'ORDERS.MARK_ALL', one: 'ORDERS.MARK_ONE', key: 'ORDERS.MARK', Bar: OrderBulkBar },
  Actions: NewOrder,
  sorts: {
    '-date': 'QUOTES.SORT_NEWEST',
    date: 'QUOTES.SORT_OLDEST',
    delivery: 'ORDERS.SORT_DELIVERY',
    '-total': 'ORDERS.SORT_LARGEST',
    total: 'ORDERS.SORT_SMALLEST',
  },
  columns: [
    {
      id: 'number',
      header: 'ORDER.TITLE',
      place: 'main',
      cell: ({ orderNumber, orderDate, imageUrl, itemsCount }, { t, now, language }) => (
        <span className={styles.pictured}>
          <span className={`${styles.pieces ?? ''} wide-only`}>
            <Thumbnail image={imageUrl} size="small" />
            {itemsCount > 1 && (
              <span className={styles.more} title={t('OFFERS.TOTAL_OF', { count: itemsCount })}>
                +{itemsCount - 1}
              </span>
            )}
          </span>
          <span className={styles.two}>
            <Link href={orderPath(orderNumber)} id={linkId(orderNumber)} className={styles.number}>
              {orderNumber}
            </Link>
            <span className="dim small">
              {isSameDay(orderDate, now) ? t('TEAM.TODAY', { time: timeInBaku(orderDate) }) : formatShortDay(orderDate, language)}
            </span>
          </span>
        </span>
      ),
    },
    {
      id: 'status',
      header: 'QUOTE.STATUS',
      place: 'endBelow',
      filter: words('status', 'QUOTE.STATUS', orderStatuses, (status) => orderStatusViews[status].text, {
        value: allStatuses,
        text: 'QUOTES.ANY',
      }),
      cell: (order) => <StatusOf view={orderStatusView(order)} />,
    },
    {
      id: 'customer',
      header: 'QUOTE.CUSTOMER',
      place: 'below',
      cell: ({ customer: { name, phone } }, { t }) => (
        <span className={styles.two}>
          <span>{name ?? t('QUOTES.WIPED')}</span>
          {phone !== null && <span className="dim small wide-only">{formatPhone(phone)}</span>}
        </span>
      ),
    },
    {
      id: 'payment',
      header: 'ORDER.PAYMENT',
      place: 'endBelow',
      filter: words('payment', 'ORDER.PAYMENT', paymentStatuses, (status) => paymentStatusViews[status].text),
      cell: paymentCell,
    },
    {
      id: 'delivery',
      header: 'ORDER.DELIVERY',
      place: 'below',
      filter: flag('hasDelivery', 'ORDER.DELIVERY', 'ORDERS.HAS_DAY', 'ORDER.NO_DAY'),
      cell: deliveryCell,
    },
    {
      id: 'assignee',
      header: 'QUOTE.ASSIGNEE',
      place: 'wide',
      filter: byAssignee,
      cell: ({ assignee }, { t, me }) => (
        <>
          <Avatar person={assignee} isOwn={assignee?.id === me.id} />
          <span className="visually-hidden">{assignee?.name ?? t('QUOTES.NOBODYS')}</span>
        </>
      ),
    },
    {
      id: 'total',
      header: 'OFFERS.SUM',
      place: 'end',
      isEnd: true,
      cell: ({ totalAmount }, { language }) => <b className={styles.sum}>{formatWithSign(toQepik(totalAmount), language)}</b>,
    },
  ],
  filters: [
    words('source', 'QUOTE.SOURCE', orderSources, (source) => orderSourceTexts[source]),
    byChannel,
    { kind: 'hidden', name: 'refundDue' },
    days(['from', 'ORDERS.FROM'], ['to', 'ORDERS.TO']),
    days(['deliveryFrom', 'ORDERS.DELIVERY_FROM'], ['deliveryTo', 'ORDERS.DELIVERY_TO']),
  ],
})

function NewOrder() {
  const { t } = useTranslation()
  const mayCreate = useMay('orders.create')
  const [, navigate] = useLocation()
  useKeys(mayCreate ? [{ keys: 'n', text: 'NEW_ORDER.TITLE', run: () => navigate('/orders/new') }] : [])
  if (!mayCreate) return null
  return (
    <ButtonLink variant="primary" href="/orders/new">
      <Plus size={17} strokeWidth={1.5} aria-hidden="true" />
      {t('NEW_ORDER.TITLE')}
    </ButtonLink>
  )
}

function paymentCell(order: OrderRow, { t, language }: Drawing) {
  const { paidAmount, refundedAmount, balance } = order
  const sum = (amount: number) => formatWithSign(amount, language)
  const taken = toQepik(paidAmount) - toQepik(refundedAmount)
  const back = refundDue(order)
  return (
    <span className={styles.two}>
      <StatusOf view={paymentViewOf(order)} />
      {back > 0 && <span className="dim small">{sum(back)}</span>}
      {taken > 0 && balance > 0 && <span className="dim small">{t('PAYMENT.SUMS', { paid: sum(taken), due: sum(toQepik(balance)) })}</span>}
    </span>
  )
}

function deliveryCell({ delivery, city, itemsCount }: OrderRow, { t, language }: Drawing) {
  const planned = delivery === null ? '' : deliveryDay(delivery, language)
  const where = delivery?.method === 'pickup' ? t('OFFERS.HAND_OVER_PICKUP') : city
  return (
    <span className={styles.two}>
      <span>{where === '' ? t('ORDER.PIECES', { count: itemsCount }) : where}</span>
      <span className="dim small">{planned === '' ? t('ORDER.NO_DAY') : planned}</span>
    </span>
  )
}
