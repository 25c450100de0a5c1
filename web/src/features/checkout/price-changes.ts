import type { CartLine } from '@/lib/cart/lines'
import { unitPrice, type Qepik } from '@shared/price'

export interface PriceChange {
  line: CartLine
  /** Per piece. */
  before: Qepik
  /** Null if it is no longer sold or no longer in the cart. */
  after: Qepik | null
}

/** The lines whose price differs from the shown one. */
export function priceChanges(shown: readonly CartLine[], now: readonly CartLine[]): PriceChange[] {
  return shown.flatMap((line) => {
    const before = unitPrice(line).payable
    const current = now.find(({ id }) => id === line.id)
    const after = current?.sold === true ? unitPrice(current).payable : null
    return before === after ? [] : [{ line, before, after }]
  })
}
