import { MapPin, MessageCircle } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDay } from '@shared/dates'
import type { Language } from '@shared/language'
import { whatsAppUrl } from '@shared/phone-links'
import { OrderStatuses } from '@/components/orders/OrderStatuses'
import { OrderTimeline } from '@/components/orders/OrderTimeline'
import { part } from '@/components/part'
import type { LinkedOrder } from '@/lib/api/linked-order'
import { useLanguage } from '@/lib/i18n/setup'
import { localized } from '@/lib/localized'
import { planText } from '@/lib/order/plan-text'
import { canCancel, shownStatus } from '@/lib/order/order-status'
import { ClaimOrder } from './ClaimOrder'
import styles from './Document.module.css'
import { DesignedPieces } from './DesignedPieces'
import { DocumentLines, type DocumentLine } from './DocumentLines'
import { Drawings } from './Drawings'
import { OrderHistory } from './OrderHistory'
import own from './OrderDocument.module.css'
import { headingText, leadText } from './order-texts'
import { Sum } from './Sum'
import { SumRows } from './SumRows'

const TalkPane = part(() => import('@/components/conversation/TalkPane'))

interface OrderDocumentProps {
  order: LinkedOrder
  /** Token of the order's link, to add it to an account; `null` if there is none. */
  token: string | null
}

/** An order for a customer without a session: its steps, lines, sums and history, and who to ask. */
export default function OrderDocument({ order, token }: OrderDocumentProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [now] = useState(() => new Date())
  const lines = order.items.map((item): DocumentLine => ({
    name: localized(item, 'productName', language),
    detail: item.detail ?? '',
    imageUrl: item.productImage,
    designCode: item.designCode,
    quantity: item.quantity,
    unitPrice: item.unitPrice,
    subtotal: item.subtotal,
  }))
  const plan = planText(order.delivery, language, now)
  return (
    <div className={styles.order}>
      <div className={own.head}>
        <div>
          <p className={styles.number}>{t('ORDER.OF', { number: order.orderNumber, day: formatDay(order.orderDate, language, now) })}</p>
          <h1 className={styles.title}>{headingText(t, order)}</h1>
          <p className="title-lead">{leadText(t, order, language, now)}</p>
        </div>
        <OrderStatuses status={shownStatus(order.status, order.delivery)} paymentStatus={order.paymentStatus} />
      </div>
      <div className={own.steps}>
        <OrderTimeline status={order.status} orderedAt={order.orderDate} history={order.steps} planned={plan} delivery={order.delivery} />
      </div>
      <div className={styles.columns}>
        <div>
          <DocumentLines label={t('ORDER.LINES')} lines={lines} />
          <OrderHistory order={order} now={now} />
          <DesignedPieces
            pieces={lines.flatMap(({ name, designCode: code }) =>
              code === null ? [] : [{ name, code, words: [], size: '', confirmed: null }],
            )}
          />
          <Drawings title={t('OFFER.DRAWINGS')} lines={lines.filter(({ designCode }) => designCode === null)} />
          {order.conversationToken && <TalkPane token={order.conversationToken} />}
        </div>
        <aside>
          <section className={styles.box} aria-labelledby="sums">
            <h2 id="sums" className={styles.boxTitle}>
              {t('ORDER.SUMS')}
            </h2>
            <OrderSums order={order} />
          </section>
          <Facts order={order} token={token} language={language} />
        </aside>
      </div>
    </div>
  )
}

function OrderSums({ order }: { order: LinkedOrder }) {
  const { t } = useTranslation()
  const lines = order.items.reduce((sum, { subtotal }) => sum + Math.round(subtotal * 100), 0) / 100
  return (
    <SumRows
      rows={[
        { label: t('OFFER.SUM'), value: <Sum amount={lines} /> },
        {
          label: t('OFFER.DELIVERY'),
          value: order.deliveryPrice === 0 ? t('OFFER.FREE') : <Sum amount={order.deliveryPrice} />,
        },
        { label: t('OFFER.TOTAL'), value: <Sum amount={order.totalAmount} />, kind: 'total' },
        { label: t('ORDER.PAID'), value: <Sum amount={order.paidAmount} /> },
        ...(order.status === 'Cancelled' ? [] : [{ label: t('ORDER.LEFT'), value: <Sum amount={order.balance} /> }]),
      ]}
    />
  )
}

/** Delivery address, contact, and a link to add the order to an account. */
function Facts({ order, token, language }: OrderDocumentProps & { language: Language }) {
  const { t } = useTranslation()
  const { contact } = order
  const place = [order.city, order.street].filter(Boolean).join(', ')
  const chat = whatsAppUrl(contact?.phone ?? '', t('ORDER.ASK_TEXT', { number: order.orderNumber }))
  return (
    <ul className={own.facts} aria-label={t('ORDER.CONTACT')}>
      {place !== '' && (
        <li>
          <MapPin size={24} strokeWidth={1.5} aria-hidden="true" />
          <div>
            <span className="visually-hidden">{t('ORDER.PLACE')}: </span>
            <span lang={order.language === null || order.language === language ? undefined : order.language}>{place}</span>
            <p className="second small">{t('ORDER.PLACE_HIDDEN')}</p>
          </div>
        </li>
      )}
      {contact !== null && chat !== null && (
        <li>
          <MessageCircle size={24} strokeWidth={1.5} aria-hidden="true" />
          <div>
            <a href={chat} target="_blank" rel="noreferrer" className={styles.link}>
              {t('ORDER.WRITE_TO', { name: contact.name })}
              <span className="visually-hidden"> {t('COMMON.NEW_TAB')}</span>
            </a>
            {canCancel(order.status) && <p className="second small">{t('ORDER.CANCEL_HOW')}</p>}
          </div>
        </li>
      )}
      {token !== null && <ClaimOrder token={token} hasAccount={order.hasAccount} />}
    </ul>
  )
}
