import { Link } from 'wouter'
import { formatShortDay, isSameDay, timeInBaku } from '@shared/dates'
import { formatPhone } from '@shared/forms/phone'
import { formatWithSign } from '@shared/money'
import { toQepik } from '@shared/price'
import type { CustomerRow } from '@desk/api/records'
import { Tag } from '@desk/components/Parts'
import { byLanguage, days, flag } from '@desk/list/list'
import { linkId, listPage } from '@desk/list/ListPage'
import { customerPath } from '@desk/lib/customers'
import { forgetCustomerNews, useLive } from '@desk/lib/stream'
import { languageTexts } from '@desk/lib/texts'
import styles from './Customers.module.css'

const count = (value: number) => <span className={value === 0 ? 'dim' : undefined}>{value}</span>

const unknown = <span className="dim">–</span>

const areOrdersMissing = ({ missing }: CustomerRow) => missing.includes('order')

/** The table of customers: search, filters and sort in the address. */
export default listPage({
  path: '/desk/customers',
  saved: 'customers',
  csv: 'customers.read',
  title: 'NAV.CUSTOMERS',
  rowId: ({ id }) => id,
  hrefOf: customerPath,
  search: { label: 'CUSTOMERS.SEARCH', hint: 'CUSTOMERS.SEARCH_HINT' },
  shown: 'CUSTOMERS.SHOWN',
  missing: 'CUSTOMERS.ORDERS_MISSING',
  empty: { title: 'CUSTOMERS.EMPTY', text: 'CUSTOMERS.EMPTY_TEXT', filtered: 'CUSTOMERS.NOTHING' },
  news: { useCount: () => useLive((state) => state.customerNews.size), forget: forgetCustomerNews },
  sorts: { '-contact': 'CUSTOMERS.SORT_CONTACT', name: 'CUSTOMERS.SORT_NAME', '-total': 'CUSTOMERS.SORT_TOTAL' },
  columns: [
    {
      id: 'name',
      header: 'QUOTE.CUSTOMER',
      place: 'main',
      sort: { name: 'name', direction: 'ascending' },
      cell: ({ id, name, language }, { t }) => (
        <span className={styles.who}>
          <Link href={customerPath(id)} id={linkId(id)} className={styles.name}>
            {name ?? t('QUOTES.WIPED')}
          </Link>
          {language !== null && language !== 'az' && (
            <span className="phone-only">
              <Tag>{language}</Tag>
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'phone',
      header: 'COMMON.PHONE',
      place: 'below',
      cell: ({ phone, email, quotesCount, ordersCount, missing }, { t }) => (
        <span className={styles.two}>
          <span className="nowrap">{phone === null ? <span className="phone-only">{email}</span> : formatPhone(phone)}</span>
          <span className="dim small phone-only">
            {[
              t('CUSTOMERS.QUOTES', { count: quotesCount }),
              ...(missing.includes('order') ? [] : [t('CUSTOMERS.ORDERS', { count: ordersCount })]),
            ].join(', ')}
          </span>
        </span>
      ),
    },
    { id: 'email', header: 'COMMON.EMAIL', place: 'wide', cell: ({ email }) => <span className={styles.email}>{email}</span> },
    {
      id: 'language',
      header: 'COMMON.LANGUAGE_LABEL',
      place: 'wide',
      filter: byLanguage('QUOTE.CUSTOMER_LANGUAGE'),
      cell: ({ language }, { t }) => (language === null ? '' : t(languageTexts[language])),
    },
    {
      id: 'contact',
      header: 'CUSTOMERS.LAST_CONTACT',
      place: 'endBelow',
      sort: { name: '-contact', direction: 'descending' },
      cell: ({ lastContactAt: at }, { t, now, language }) => (
        <span className="dim nowrap">
          {at !== null && (isSameDay(at, now) ? t('TEAM.TODAY', { time: timeInBaku(at) }) : formatShortDay(at, language))}
        </span>
      ),
    },
    { id: 'quotes', header: 'NAV.QUOTES', place: 'wide', isEnd: true, cell: ({ quotesCount }) => count(quotesCount) },
    {
      id: 'orders',
      header: 'NAV.ORDERS',
      place: 'wide',
      isEnd: true,
      cell: (row) => (areOrdersMissing(row) ? unknown : count(row.ordersCount)),
    },
    {
      id: 'total',
      header: 'OFFERS.SUM',
      place: 'end',
      isEnd: true,
      sort: { name: '-total', direction: 'descending' },
      cell: (row, { language }) =>
        areOrdersMissing(row) ? (
          unknown
        ) : (
          <b className={styles.sum}>{row.ordersCount === 0 ? '' : formatWithSign(toQepik(row.ordersTotal), language)}</b>
        ),
    },
  ],
  filters: [
    flag('hasAccount', 'QUOTE.ACCOUNT', 'QUOTE.HAS_ACCOUNT', 'QUOTE.NO_ACCOUNT'),
    days(['from', 'CUSTOMERS.FROM'], ['to', 'CUSTOMERS.TO']),
  ],
})
