import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { formatShortDate } from '@shared/dates'
import { formatWithSign } from '@shared/money'
import { toQepik } from '@shared/price'
import type { OrderRow, QuoteRow } from '@desk/api/records'
import { Avatar, Block, StatusOf } from '@desk/components/Parts'
import { useLanguage } from '@desk/i18n/language'
import { orderPath, orderStatusView, paymentStatusViews } from '@desk/lib/orders'
import { productName } from '@desk/lib/quotes'
import { kindTexts, statuses } from '@desk/lib/texts'
import styles from './Customer.module.css'

/** The quotes of a customer, newest first. */
export function CustomerQuotes({ quotes, total }: { quotes: readonly QuoteRow[]; total: number }) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <Records title={t('NAV.QUOTES')} total={total} nothing={t('CUSTOMER.NO_QUOTES')}>
      {quotes.map((quote) => {
        return (
          <Row
            key={quote.number}
            href={`/quotes/${quote.number}`}
            number={quote.number}
            date={formatShortDate(quote.createdAt, language, new Date())}
            status={<StatusOf view={statuses[quote.status]} />}
            what={quote.product === null ? t(kindTexts[quote.kind]) : productName(quote.product, language)}
            end={
              <>
                <Avatar person={quote.assignee} />
                <span className="visually-hidden">{quote.assignee?.name ?? t('QUOTES.NOBODYS')}</span>
              </>
            }
          />
        )
      })}
    </Records>
  )
}

interface CustomerOrdersProps {
  orders: readonly OrderRow[]
  total: number
  /** Whether the orders or their sums could not be loaded, and what says so. */
  isMissing: boolean
  missing: ReactNode
}

/** The orders of a customer, newest first. */
export function CustomerOrders({ orders, total, isMissing, missing }: CustomerOrdersProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <Records
      title={t('NAV.ORDERS')}
      total={isMissing ? '–' : total}
      nothing={isMissing ? null : t('CUSTOMER.NO_ORDERS')}
      above={isMissing && missing}
    >
      {orders.map((order) => {
        return (
          <Row
            key={order.orderNumber}
            href={orderPath(order.orderNumber)}
            number={order.orderNumber}
            date={formatShortDate(order.orderDate, language, new Date())}
            status={<StatusOf view={orderStatusView(order)} />}
            what={<StatusOf view={paymentStatusViews[order.paymentStatus]} />}
            end={<b>{formatWithSign(toQepik(order.totalAmount), language)}</b>}
          />
        )
      })}
    </Records>
  )
}

interface RecordsProps {
  title: string
  /** The number of all; the newest 50 are shown. */
  total: ReactNode
  /** Message without records; null shows none. */
  nothing: string | null
  above?: ReactNode
  children: readonly ReactNode[]
}

function Records({ title, total, nothing, above, children }: RecordsProps) {
  return (
    <Block title={title} aside={total}>
      {above}
      {children.length > 0 && <ul className={styles.records}>{children}</ul>}
      {children.length === 0 && nothing !== null && <p className="dim">{nothing}</p>}
    </Block>
  )
}

interface RowProps {
  href: string
  number: string
  date: string
  status: ReactNode
  what: ReactNode
  end: ReactNode
}

function Row({ href, number, date, status, what, end }: RowProps) {
  return (
    <li>
      <Link href={href} className={styles.record}>
        <span>
          <b className={styles.number}>{number}</b>
          <span className="dim small"> {date}</span>
        </span>
        <span className={styles.status}>{status}</span>
        <span className={styles.what}>{what}</span>
        <span className={styles.recordEnd}>{end}</span>
      </Link>
    </li>
  )
}
