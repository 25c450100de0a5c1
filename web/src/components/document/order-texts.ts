import type { TFunction } from 'i18next'
import { formatDay } from '@shared/dates'
import type { Language } from '@shared/language'
import { formatWithSign } from '@shared/money'
import { toQepik } from '@shared/price'
import type { LinkedOrder } from '@/lib/api/linked-order'
import { shownStatus, type ShownStatus } from '@/lib/order/order-status'
import type { TextKey } from '@shared/text-key'

const headings: Readonly<Record<string, TextKey>> = {
  Pending: 'ORDER.HEADING.PENDING',
  Processing: 'ORDER.HEADING.PROCESSING',
  Ready: 'ORDER.HEADING.READY',
  Shipped: 'ORDER.HEADING.SHIPPED',
  Delivered: 'ORDER.HEADING.DELIVERED',
  Completed: 'ORDER.HEADING.COMPLETED',
  Cancelled: 'ORDER.HEADING.CANCELLED',
} satisfies Record<ShownStatus, TextKey>

const leads: Readonly<Record<string, TextKey>> = {
  Pending: 'ORDER.LEAD.PENDING',
  Processing: 'ORDER.LEAD.PROCESSING',
  Ready: 'ORDER.LEAD.READY',
  Shipped: 'ORDER.LEAD.SHIPPED',
  Delivered: 'ORDER.LEAD.DELIVERED',
  Completed: 'ORDER.LEAD.COMPLETED',
  Cancelled: 'ORDER.LEAD.CANCELLED',
} satisfies Record<ShownStatus, TextKey>

const events: Readonly<Record<string, TextKey>> = {
  Pending: 'ORDER.EVENT.PENDING',
  Processing: 'ORDER.EVENT.PROCESSING',
  Ready: 'ORDER.EVENT.READY',
  Shipped: 'ORDER.EVENT.SHIPPED',
  Delivered: 'ORDER.EVENT.DELIVERED',
  Completed: 'ORDER.EVENT.COMPLETED',
  Cancelled: 'ORDER.EVENT.CANCELLED',
} satisfies Record<ShownStatus, TextKey>

/** Statuses before the delivery, whose planned day is the news. */
const beforeDelivery = ['Pending', 'Processing', 'Shipped']

/** The title of the page, by the status of the order. */
export const headingText = (t: TFunction, { status, delivery }: LinkedOrder): string =>
  t(headings[shownStatus(status, delivery)] ?? 'ORDER.HEADING.PENDING')

/** The sentence below the title: the planned delivery, or what follows next. */
export function leadText(t: TFunction, { status, delivery }: LinkedOrder, language: Language, now: Date): string {
  const day = delivery?.on ? formatDay(delivery.on, language, now) : ''
  if (day === '' || !beforeDelivery.includes(status)) return t(leads[shownStatus(status, delivery)] ?? 'ORDER.LEAD.PENDING')
  const isPickup = delivery?.method === 'pickup'
  return delivery?.from && delivery.to
    ? t(isPickup ? 'OFFER.COLLECTED_BETWEEN' : 'OFFER.DELIVERED_BETWEEN', { day, from: delivery.from, to: delivery.to })
    : t(isPickup ? 'OFFER.COLLECTED_ON' : 'OFFER.DELIVERED_ON', { day })
}

/** The sentence of an event; `null` for one of a kind that this version does not know. */
export function eventText(
  t: TFunction,
  event: LinkedOrder['history'][number],
  order: LinkedOrder,
  language: Language,
  now: Date,
): string | null {
  const sum = formatWithSign(toQepik(event.amount ?? 0), language)
  switch (event.kind) {
    case 'status': {
      const status = event.status ?? ''
      if (status === 'Pending' && order.offerNumber !== null) return t('ORDER.EVENT.FROM_OFFER', { number: order.offerNumber })
      const key = events[shownStatus(status, order.delivery)]
      return key === undefined ? null : t(key)
    }
    case 'paid':
      return t('ORDER.EVENT.PAID', { sum })
    case 'returned':
      return t('ORDER.EVENT.RETURNED', { sum })
    case 'delivery': {
      const { on, from, to } = event.delivery ?? {}
      if (!on) return null
      const day = formatDay(on, language, now)
      return from && to ? t('ORDER.EVENT.PLANNED_BETWEEN', { day, from, to }) : t('ORDER.EVENT.PLANNED', { day })
    }
    default:
      return null
  }
}
