import type { NewOrder } from '@/lib/api/types'
import { cartTotal, type CartLine } from '@/lib/cart/lines'
import { normalizePhone } from '@/lib/forms/phone'
import { country, type CheckoutValues } from './prefill'

/** What the contract has in a new order besides what the server reads: it decides both by itself. */
interface Initial {
  status: 'Pending'
  paymentStatus: 'Pending'
}

/** The order as it is sent. The server knows prices by itself; it compares the total that was shown. */
export function newOrder(userId: string, values: CheckoutValues, lines: readonly CartLine[]): NewOrder & Initial {
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
