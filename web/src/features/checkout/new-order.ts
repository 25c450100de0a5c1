import type { NewOrder } from '@/lib/api/types'
import { normalizePhone } from '@/lib/forms/phone'
import { cartTotal, type CartLine } from '@/stores/cart'
import { country, type CheckoutValues } from './prefill'

/** The order as it is sent. The server knows status, payment and prices by itself; it compares the total shown. */
export function newOrder(userId: string, values: CheckoutValues, lines: readonly CartLine[]): NewOrder {
  const address = { ...values, phone: normalizePhone(values.phone), country }
  return {
    userId,
    status: 'Pending',
    paymentStatus: 'Pending',
    shippingAddress: address,
    billingAddress: address,
    orderItems: lines.map(({ id, quantity }) => ({ productId: id, quantity })),
    expectedTotal: cartTotal(lines) / 100,
  }
}

/** Pieces by product. */
export function orderedPieces(lines: readonly CartLine[]): Map<number, number> {
  return new Map(lines.map(({ id, quantity }) => [id, quantity]))
}
