import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { formatWithSign } from '@shared/money'
import { toQepik } from '@shared/price'
import type { OrderRow } from '@desk/api/orders'
import type { QuoteRow } from '@desk/api/types'
import { Avatar, Block, Status } from '@desk/components/Parts'
import { useLanguage } from '@desk/i18n/language'
import { orderPath, orderStatusViews, paymentStatusViews } from '@desk/lib/orders'
import { productName } from '@desk/lib/quotes'
import { kindTexts, statuses } from '@desk/lib/texts'
import { formatDate } from '@desk/lib/times'
import styles from './Customer.module.css'

/** The quotes of a customer, newest first. */
export function CustomerQuotes({ quotes, total }: { quotes: readonly QuoteRow[]; total: number }) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <Records title={t('NAV.QUOTES')} total={total} nothing={t('CUSTOMER.NO_QUOTES')}>
      {quotes.map((quote) => {
        const { text, tone, isFilled } = statuses[quote.status]
        return (
          <Row
            key={quote.number}
            href={`/quotes/${quote.number}`}
            number={quote.number}
            date={formatDate(quote.createdAt, language)}
            status={
              <Status tone={tone} isFilled={isFilled}>
                {t(text)}
              </Status>
            }
            what={quote.product === null ? t(kindTexts[quote.kind]) : productName(quote.product, language)}
            end={
              <>
                <Avatar person={quote.assignee} />
                <span className="visually-hidden">{quote.assignee?.name ?? t('QUOTES.UNASSIGNED')}</span>
              </>
            }
          />
        )
      })}
    </Records>
  )
}

/** The orders of a customer, newest first. */
export function CustomerOrders({ orders, total }: { orders: readonly OrderRow[]; total: number }) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <Records title={t('NAV.ORDERS')} total={total} nothing={t('CUSTOMER.NO_ORDERS')}>
      {orders.map((order) => {
        const status = orderStatusViews[order.status]
        const payment = paymentStatusViews[order.paymentStatus]
        return (
          <Row
            key={order.orderNumber}
            href={orderPath(order.orderNumber)}
            number={order.orderNumber}
            date={formatDate(order.orderDate, language)}
            status={
              <Status tone={status.tone} isFilled={status.isFilled}>
                {t(status.text)}
              </Status>
            }
            what={
              <Status tone={payment.tone} isFilled={payment.isFilled}>
                {t(payment.text)}
              </Status>
            }
            end={<b>{formatWithSign(toQepik(order.totalAmount), language)}</b>}
          />
        )
      })}
    </Records>
  )
}

interface RecordsProps {
  title: string
  /** All of them; the newest 50 are shown. */
  total: number
  nothing: string
  children: readonly ReactNode[]
}

function Records({ title, total, nothing, children }: RecordsProps) {
  return (
    <Block title={title} aside={total}>
      {children.length === 0 ? <p className="dim">{nothing}</p> : <ul className={styles.records}>{children}</ul>}
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
