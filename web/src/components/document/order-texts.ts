import type { TFunction } from 'i18next'
import { formatDay } from '@shared/dates'
import type { Language } from '@shared/language'
import { formatWithSign } from '@shared/money'
import { toQepik } from '@shared/price'
import type { LinkedDelivery, LinkedOrder, LinkedOrderEvent } from '@/lib/api/linked-order'
import type { TextKey } from '@/lib/text-key'

const headings: Readonly<Record<string, TextKey>> = {
  PENDING: 'ORDER.HEADING.PENDING',
  PROCESSING: 'ORDER.HEADING.PROCESSING',
  SHIPPED: 'ORDER.HEADING.SHIPPED',
  DELIVERED: 'ORDER.HEADING.DELIVERED',
  COMPLETED: 'ORDER.HEADING.COMPLETED',
  CANCELLED: 'ORDER.HEADING.CANCELLED',
}

const leads: Readonly<Record<string, TextKey>> = {
  PENDING: 'ORDER.LEAD.PENDING',
  PROCESSING: 'ORDER.LEAD.PROCESSING',
  SHIPPED: 'ORDER.LEAD.SHIPPED',
  DELIVERED: 'ORDER.LEAD.DELIVERED',
  COMPLETED: 'ORDER.LEAD.COMPLETED',
  CANCELLED: 'ORDER.LEAD.CANCELLED',
}

const events: Readonly<Record<string, TextKey>> = {
  PENDING: 'ORDER.EVENT.PENDING',
  PROCESSING: 'ORDER.EVENT.PROCESSING',
  SHIPPED: 'ORDER.EVENT.SHIPPED',
  DELIVERED: 'ORDER.EVENT.DELIVERED',
  COMPLETED: 'ORDER.EVENT.COMPLETED',
  CANCELLED: 'ORDER.EVENT.CANCELLED',
}

/** Statuses before the delivery, whose planned day is the news. */
const beforeDelivery = ['PENDING', 'PROCESSING', 'SHIPPED']

/** The title of the page, by the status of the order. */
export const headingText = (t: TFunction, status: string): string => t(headings[status.toUpperCase()] ?? 'ORDER.HEADING.PENDING')

/** The sentence below the title: the planned delivery, or what follows next. */
export function leadText(t: TFunction, { status, delivery }: LinkedOrder, language: Language, now: Date): string {
  const word = status.toUpperCase()
  const day = delivery?.on ? formatDay(delivery.on, language, now) : ''
  if (day === '' || !beforeDelivery.includes(word)) return t(leads[word] ?? 'ORDER.LEAD.PENDING')
  return delivery?.from && delivery.to
    ? t('OFFER.DELIVERED_BETWEEN', { day, from: delivery.from, to: delivery.to })
    : t('OFFER.DELIVERED_ON', { day })
}

/** Day and time of a planned delivery, such as `20 December, 10:00–14:00`; empty until it is planned. */
export function planText(delivery: LinkedDelivery | null, language: Language, now: Date): string {
  if (!delivery?.on) return ''
  const day = formatDay(delivery.on, language, now)
  return delivery.from && delivery.to ? `${day}, ${delivery.from}–${delivery.to}` : day
}

/** The sentence of an event; `null` for one of a kind that this version does not know. */
export function eventText(t: TFunction, event: LinkedOrderEvent, order: LinkedOrder, language: Language, now: Date): string | null {
  const sum = formatWithSign(toQepik(event.amount ?? 0), language)
  switch (event.kind) {
    case 'status': {
      const status = event.status?.toUpperCase() ?? ''
      if (status === 'PENDING' && order.offerNumber !== null) return t('ORDER.EVENT.FROM_OFFER', { number: order.offerNumber })
      const key = events[status]
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
