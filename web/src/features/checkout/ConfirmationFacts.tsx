import { CalendarDays, MapPin, MessageCircle, PhoneCall } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDayWithWeekday, timeInBaku } from '@shared/dates'
import { formatPhone, normalizePhone } from '@shared/forms/phone'
import { whatsAppUrl } from '@shared/phone-links'
import { useQuery } from '@shared/query/use-query'
import { CalendarButton } from '@/components/orders/CalendarButton'
import { storesQuery } from '@/lib/api/content-queries'
import { shopTermsQuery } from '@/lib/api/shop-terms-query'
import type { OrderDetail } from '@/lib/api/types'
import { useLanguage } from '@/lib/i18n/setup'
import { callBy } from '@/lib/order/call-by'
import { planText } from '@/lib/order/plan-text'
import { placeLine } from '@/lib/order/place-line'
import styles from './ConfirmationFacts.module.css'

/** By when the shop calls, the day, the address and the number to write to. */
export default function ConfirmationFacts({ order }: { order: OrderDetail }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [now] = useState(() => new Date())
  const { data: terms } = useQuery(shopTermsQuery)
  const { data: stores } = useQuery({ ...storesQuery, retry: false })
  const isWaiting = order.status === 'Pending'
  const until = isWaiting && terms ? callBy(order.orderDate, terms) : null
  const isPromised = until !== null && new Date(until) > now
  const planned = planText(order.delivery, language, now)
  const isPickup = order.delivery?.method === 'pickup'
  const to = order.shippingAddress
  const phone = stores?.data.find(({ whatsapp }) => whatsapp !== null)?.whatsapp ?? ''
  const chat = whatsAppUrl(phone, t('ORDER.ASK_TEXT', { number: order.orderNumber }))
  return (
    <ul className={styles.facts} aria-label={t('CONFIRMATION.FACTS')}>
      {isWaiting && (
        <li>
          <PhoneCall size={24} strokeWidth={1.5} aria-hidden="true" />
          <div>
            <p className={styles.strong}>
              {isPromised
                ? t('QUOTE.CALL_BY', { day: formatDayWithWeekday(until, language, now), time: timeInBaku(until) })
                : t('QUOTE.LEAD')}
            </p>
            <p className="second small figures">{formatPhone(normalizePhone(to.phone))}</p>
          </div>
        </li>
      )}
      {order.status !== 'Cancelled' && (
        <li>
          <CalendarDays size={24} strokeWidth={1.5} aria-hidden="true" />
          <div>
            <p>
              {planned === ''
                ? t('CONFIRMATION.DAY_OPEN')
                : t(isPickup ? 'CONFIRMATION.PICKUP_ON' : 'CONFIRMATION.DELIVERY_ON', { day: planned })}
            </p>
            <CalendarButton order={order} callBy={isPromised ? until : null} />
          </div>
        </li>
      )}
      {!isPickup && (
        <li>
          <MapPin size={24} strokeWidth={1.5} aria-hidden="true" />
          <address className={styles.address}>
            <span className="visually-hidden">{t('ORDER.PLACE')}: </span>
            {to.firstName} {to.lastName}
            <br />
            {to.address}
            <br />
            {placeLine(to.city, to.state, to.postalCode)}
          </address>
        </li>
      )}
      {chat !== null && (
        <li className="screen-only">
          <MessageCircle size={24} strokeWidth={1.5} aria-hidden="true" />
          <a href={chat} target="_blank" rel="noopener noreferrer" className={styles.link}>
            {t('CONFIRMATION.WHATSAPP')}
            <span className="visually-hidden"> {t('COMMON.NEW_TAB')}</span>
          </a>
        </li>
      )}
    </ul>
  )
}
