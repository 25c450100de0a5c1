import type { Schemas } from './api/contract'
import { paymentTones, type StatusTone } from './order-status'
import { toQepik } from './price'

/** State of an order's payments. `Processing` is paid in part. */
export type PaymentWord = Schemas['PaymentStatus'] | 'PartRefunded' | 'RefundDue'

interface Payments {
  status: string
  paymentStatus: Schemas['PaymentStatus']
  paidAmount: number
  refundedAmount: number
  totalAmount: number
}

/** Sum to refund, in qəpik: all of a cancelled order, and the excess over the total of another one. */
export function refundDue({ status, paidAmount, refundedAmount, totalAmount }: Omit<Payments, 'paymentStatus'>): number {
  const taken = toQepik(paidAmount) - toQepik(refundedAmount)
  return Math.max(taken - (status === 'Cancelled' ? 0 : toQepik(totalAmount)), 0)
}

/** The word for the payments of an order, which follows from its statuses and sums. */
export function paymentWord(order: Payments): PaymentWord {
  const { paymentStatus, paidAmount, refundedAmount } = order
  if (refundDue(order) > 0) return 'RefundDue'
  if (paymentStatus === 'Paid' && refundedAmount > 0) return 'PartRefunded'
  if (paymentStatus === 'Processing' && paidAmount <= refundedAmount) return 'Pending'
  return paymentStatus
}

export const paymentWordTones = { ...paymentTones, PartRefunded: 'grey', RefundDue: 'ruby' } as const satisfies Record<
  PaymentWord,
  StatusTone
>
