import type { Schemas } from './api/contract'

/** Colour of a status. */
export type StatusTone = 'amber' | 'emerald' | 'ruby' | 'ink' | 'grey'

export const orderTones = {
  Pending: 'amber',
  Processing: 'ink',
  Shipped: 'ink',
  Delivered: 'emerald',
  Completed: 'emerald',
  Cancelled: 'ruby',
} as const satisfies Record<Schemas['OrderStatus'], StatusTone>

export const paymentTones = {
  Pending: 'amber',
  Processing: 'ink',
  Paid: 'emerald',
  Unpaid: 'amber',
  Refunded: 'grey',
} as const satisfies Record<Schemas['PaymentStatus'], StatusTone>
