import type { TextKey } from './text-key'

export type StatusTone = 'amber' | 'emerald' | 'ruby' | 'neutral'

/** Statuses of an order that is not cancelled, in order. */
const orderSteps = ['PENDING', 'PROCESSING', 'SHIPPED', 'DELIVERED', 'COMPLETED'] as const

const orderTexts: Readonly<Record<string, TextKey>> = {
  PENDING: 'ORDER.STATUS.PENDING',
  PROCESSING: 'ORDER.STATUS.PROCESSING',
  SHIPPED: 'ORDER.STATUS.SHIPPED',
  DELIVERED: 'ORDER.STATUS.DELIVERED',
  COMPLETED: 'ORDER.STATUS.COMPLETED',
  CANCELLED: 'ORDER.STATUS.CANCELLED',
}

const paymentTexts: Readonly<Record<string, TextKey>> = {
  PENDING: 'ORDER.PAYMENT.PENDING',
  PROCESSING: 'ORDER.PAYMENT.PROCESSING',
  PAID: 'ORDER.PAYMENT.PAID',
  UNPAID: 'ORDER.PAYMENT.UNPAID',
  REFUNDED: 'ORDER.PAYMENT.REFUNDED',
}

const tones: Readonly<Record<string, StatusTone>> = {
  pending: 'amber',
  unpaid: 'amber',
  processing: 'neutral',
  shipped: 'neutral',
  refunded: 'neutral',
  paid: 'emerald',
  delivered: 'emerald',
  completed: 'emerald',
  cancelled: 'ruby',
}

/** Text key of a status in any case; `undefined` for an unknown status. */
export function orderStatusKey(status: string): TextKey | undefined {
  return orderTexts[status.toUpperCase()]
}

export function paymentStatusKey(status: string): TextKey | undefined {
  return paymentTexts[status.toUpperCase()]
}

/** Colour of a status in any case. */
export function statusTone(status: string): StatusTone {
  return tones[status.toLowerCase()] ?? 'neutral'
}

/** Only pending orders can be cancelled. */
export function canCancel(status: string): boolean {
  return status.toUpperCase() === 'PENDING'
}

/** Whether the order was cancelled because staff did not confirm it in time. */
export function hasLapsed(history: readonly { reason: string | null }[]): boolean {
  return history.some((entry) => entry.reason === 'Lapsed')
}

interface TimelineStep {
  /** Upper case. */
  status: string
  reached: boolean
  current: boolean
  cancelled: boolean
  /** RFC 3339, if known. */
  at: string | null
}

/** Returns all five steps, or the steps before a cancellation and the cancellation. */
export function timeline(
  status: string,
  orderedAt: string,
  history: readonly { status: string; at: string }[] = [],
): TimelineStep[] {
  const current = status.toUpperCase()
  const times = new Map(history.map((entry) => [entry.status.toUpperCase(), entry.at]))
  const at = (step: string) => times.get(step) ?? (step === 'PENDING' ? orderedAt : null)
  const cancelled = current === 'CANCELLED'
  const position = orderSteps.findIndex((step) => step === current)
  const steps = orderSteps
    .filter((step) => !cancelled || step === 'PENDING' || times.has(step))
    .map((step, index) => ({
      status: step,
      reached: cancelled || index <= position,
      current: !cancelled && index === position,
      cancelled: false,
      at: cancelled || index <= position ? at(step) : null,
    }))
  return cancelled
    ? [...steps, { status: current, reached: true, current: true, cancelled: true, at: at(current) }]
    : steps
}
