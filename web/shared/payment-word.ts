import type { Schemas } from './api/contract'
import { paymentTones, type StatusTone } from './order-status'
import { toQepik } from './price'

/** What the payments of an order come to. `Processing` is paid in part. */
export type PaymentWord = Schemas['PaymentStatus'] | 'PartRefunded' | 'RefundDue'

interface Payments {
  status: string
  paymentStatus: Schemas['PaymentStatus']
  paidAmount: number
  refundedAmount: number
  totalAmount: number
}

/** The word for the payments of an order, which follows from its statuses and sums. */
export function paymentWord({ status, paymentStatus, paidAmount, refundedAmount, totalAmount }: Payments): PaymentWord {
  const taken = toQepik(paidAmount) - toQepik(refundedAmount)
  if (taken > (status === 'Cancelled' ? 0 : toQepik(totalAmount))) return 'RefundDue'
  if (paymentStatus === 'Paid' && refundedAmount > 0) return 'PartRefunded'
  if (paymentStatus === 'Processing' && taken <= 0) return 'Pending'
  return paymentStatus
}

export const paymentWordTones = { ...paymentTones, PartRefunded: 'grey', RefundDue: 'ruby' } as const satisfies Record<
  PaymentWord,
  StatusTone
>
