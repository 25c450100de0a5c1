import type { NewOrder } from '@/lib/api/types'
import { cartTotal, type CartLine } from '@/lib/cart/lines'
import type { SeenCart } from '@/lib/cart/query'
import { normalizePhone } from '@shared/forms/phone'
import { country, type CheckoutValues } from './prefill'

/** Fields of the API's contract that the server ignores. */
interface IgnoredStatus {
  status: 'Pending'
  paymentStatus: 'Pending'
}

/** The request body. The server calculates the prices and compares the total with `expectedTotal`. */
export function newOrder(
  userId: string,
  values: CheckoutValues,
  lines: readonly CartLine[],
  cart: SeenCart | null,
): NewOrder & IgnoredStatus {
  const address = { ...values, phone: normalizePhone(values.phone), country }
  return {
    userId,
    status: 'Pending',
    paymentStatus: 'Pending',
    shippingAddress: address,
    billingAddress: address,
    orderItems: lines.map(({ id, quantity }) => ({ productId: id, quantity })),
    expectedTotal: cartTotal(lines) / 100,
    ...(cart && { cart }),
  }
}

/** Quantities by product id. */
export function orderedQuantities(lines: readonly CartLine[]): Map<number, number> {
  return new Map(lines.map(({ id, quantity }) => [id, quantity]))
}
