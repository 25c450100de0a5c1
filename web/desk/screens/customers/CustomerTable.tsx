import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'wouter'
import { formatPhone } from '@shared/forms/phone'
import { languageNames } from '@shared/language'
import { formatWithSign } from '@shared/money'
import { toQepik } from '@shared/price'
import type { CustomerRow } from '@desk/api/customers'
import { DataTable, type Columns } from '@desk/components/DataTable'
import { Tag } from '@desk/components/Parts'
import { useLanguage } from '@desk/i18n/language'
import { customerPath } from '@desk/lib/customers'
import { formatClock, formatShortDay, isSameDay } from '@desk/lib/times'
import { useNow } from '@desk/lib/use-now'
import { useRowKeys } from '@desk/lib/use-row-keys'
import styles from './Customers.module.css'
import { useFilters, type Sort } from './filters'

/** Customers as a table; on phones as rows of lines. `J` and `K` move, `Enter` opens. */
export function CustomerTable({ rows, isOld }: { rows: readonly CustomerRow[]; isOld: boolean }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const current = useRowKeys(
    rows.map(({ id }) => id),
    (id) => `customer-${id}`,
    (id) => navigate(customerPath(id)),
  )
  return (
    <div className={styles.table} aria-busy={isOld || undefined}>
      <DataTable
        caption={t('NAV.CUSTOMERS')}
        columns={useColumns()}
        rows={rows}
        rowId={({ id }) => id}
        stateOf={({ id }) => (id === current ? 'current' : undefined)}
      />
    </div>
  )
}

/** How the rows run, for the columns that the table can be sorted by. */
const directions = { '-contact': 'descending', name: 'ascending', '-total': 'descending' } as const satisfies Record<Sort, string>

function useColumns(): Columns<CustomerRow> {
  const { t } = useTranslation()
  const language = useLanguage()
  const now = useNow()
  const { sort, setSort } = useFilters()
  const sortedBy = (name: Sort) => (sort === name ? directions[name] : undefined)
  const head = (name: Sort, text: string, isEnd = false) => (
    <button type="button" className={styles.sortButton} data-end={isEnd || undefined} onClick={() => setSort(name)}>
      {text}
      {sort === name &&
        (directions[name] === 'ascending' ? (
          <ArrowUp size={14} strokeWidth={1.5} aria-hidden="true" />
        ) : (
          <ArrowDown size={14} strokeWidth={1.5} aria-hidden="true" />
        ))}
    </button>
  )
  const day = (at: string | null) => {
    if (at === null) return ''
    return isSameDay(at, now) ? t('TEAM.TODAY', { time: formatClock(at) }) : formatShortDay(at, language)
  }
  return [
    {
      id: 'name',
      header: () => head('name', t('QUOTE.CUSTOMER')),
      meta: { place: 'main', sort: sortedBy('name') },
      cell: ({ row: { original: customer } }) => (
        <span className={styles.who}>
          <Link href={customerPath(customer.id)} id={`customer-${customer.id}`} className={styles.name}>
            {customer.name ?? t('QUOTES.WIPED')}
          </Link>
          {customer.language !== null && customer.language !== 'az' && (
            <span className="phone-only">
              <Tag>{customer.language}</Tag>
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'phone',
      header: t('COMMON.PHONE'),
      meta: { place: 'below' },
      cell: ({ row: { original } }) => (
        <span className={styles.two}>
          <span className="nowrap">{original.phone === null ? <span className="phone-only">{original.email}</span> : formatPhone(original.phone)}</span>
          <span className="dim small phone-only">
            {[t('CUSTOMERS.QUOTES', { count: original.quotesCount }), t('CUSTOMERS.ORDERS', { count: original.ordersCount })].join(', ')}
          </span>
        </span>
      ),
    },
    {
      id: 'email',
      header: t('COMMON.EMAIL'),
      meta: { place: 'wide' },
      cell: ({ row: { original } }) => <span className={styles.email}>{original.email}</span>,
    },
    {
      id: 'language',
      header: t('COMMON.LANGUAGE_LABEL'),
      meta: { place: 'wide' },
      cell: ({ row: { original } }) => (original.language === null ? '' : languageNames[original.language]),
    },
    {
      id: 'contact',
      header: () => head('-contact', t('CUSTOMERS.LAST_CONTACT')),
      meta: { place: 'endBelow', sort: sortedBy('-contact') },
      cell: ({ row: { original } }) => <span className="dim nowrap">{day(original.lastContactAt)}</span>,
    },
    {
      id: 'quotes',
      header: () => <span className={styles.end}>{t('NAV.QUOTES')}</span>,
      meta: { place: 'wide' },
      cell: ({ row: { original } }) => <Count value={original.quotesCount} />,
    },
    {
      id: 'orders',
      header: () => <span className={styles.end}>{t('NAV.ORDERS')}</span>,
      meta: { place: 'wide' },
      cell: ({ row: { original } }) => <Count value={original.ordersCount} />,
    },
    {
      id: 'total',
      header: () => head('-total', t('OFFERS.SUM'), true),
      meta: { place: 'end', sort: sortedBy('-total') },
      cell: ({ row: { original } }) => (
        <b className={styles.sum}>{original.ordersCount === 0 ? '' : formatWithSign(toQepik(original.ordersTotal), language)}</b>
      ),
    },
  ]
}

function Count({ value }: { value: number }) {
  return <span className={value === 0 ? `${styles.end ?? ''} dim` : styles.end}>{value}</span>
}
