import type { Schemas } from '@shared/api/contract'
import { orderTones, type StatusTone } from '@shared/order-status'
import { paymentWordTones, type PaymentWord } from '@shared/payment-word'
import type { TextKey } from '@shared/text-key'

/** Statuses of an order that is not cancelled, in order. */
const orderSteps = ['Pending', 'Processing', 'Shipped', 'Delivered', 'Completed'] as const satisfies readonly Schemas['OrderStatus'][]

/** A status as customers see it: a shipped order that they collect is ready. */
export type ShownStatus = Schemas['OrderStatus'] | 'Ready'

const orderTexts: Readonly<Record<string, TextKey>> = {
  Pending: 'ORDER.STATUS.PENDING',
  Processing: 'ORDER.STATUS.PROCESSING',
  Ready: 'ORDER.STATUS.READY',
  Shipped: 'ORDER.STATUS.SHIPPED',
  Delivered: 'ORDER.STATUS.DELIVERED',
  Completed: 'ORDER.STATUS.COMPLETED',
  Cancelled: 'ORDER.STATUS.CANCELLED',
} satisfies Record<ShownStatus, TextKey>

const paymentTexts: Readonly<Record<string, TextKey>> = {
  Pending: 'ORDER.PAYMENT.PENDING',
  Processing: 'ORDER.PAYMENT.PROCESSING',
  Paid: 'ORDER.PAYMENT.PAID',
  Unpaid: 'ORDER.PAYMENT.UNPAID',
  Refunded: 'ORDER.PAYMENT.REFUNDED',
  PartRefunded: 'ORDER.PAYMENT.PART_REFUNDED',
  RefundDue: 'ORDER.PAYMENT.REFUND_DUE',
} satisfies Record<PaymentWord, TextKey>

const tones: Readonly<Record<string, StatusTone>> = { ...orderTones, ...paymentWordTones }

/** The shown status of an order with this delivery. */
export const shownStatus = (status: string, delivery: { method: Schemas['DeliveryMethod'] } | null): string =>
  status === 'Shipped' && delivery?.method === 'pickup' ? 'Ready' : status

/** Text key of a status; `undefined` for one of a later version. */
export function orderStatusKey(status: string): TextKey | undefined {
  return orderTexts[status]
}

export function paymentStatusKey(status: string): TextKey | undefined {
  return paymentTexts[status]
}

/** Colour of a status. */
export function statusTone(status: string): StatusTone {
  return tones[status] ?? 'ink'
}

/** Only pending orders can be cancelled. */
export function canCancel(status: string): boolean {
  return status === 'Pending'
}

/** Whether the order was cancelled because staff did not confirm it in time. */
export function hasLapsed(history: readonly { reason: string | null }[]): boolean {
  return history.some((entry) => entry.reason === 'Lapsed')
}

interface TimelineStep {
  status: string
  reached: boolean
  current: boolean
  cancelled: boolean
  /** RFC 3339, if known. */
  at: string | null
}

/** Returns all five steps, or the steps before a cancellation and the cancellation. */
export function timeline(status: string, orderedAt: string, history: readonly { status: string; at: string }[] = []): TimelineStep[] {
  const times = new Map(history.map((entry) => [entry.status, entry.at]))
  const at = (step: string) => times.get(step) ?? (step === 'Pending' ? orderedAt : null)
  const cancelled = status === 'Cancelled'
  const position = orderSteps.findIndex((step) => step === status)
  const steps = orderSteps
    .filter((step) => !cancelled || step === 'Pending' || times.has(step))
    .map((step, index) => ({
      status: step,
      reached: cancelled || index <= position,
      current: !cancelled && index === position,
      cancelled: false,
      at: cancelled || index <= position ? at(step) : null,
    }))
  return cancelled ? [...steps, { status, reached: true, current: true, cancelled: true, at: at(status) }] : steps
}
