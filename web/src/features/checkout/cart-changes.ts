import type { CartLine } from '@/lib/cart/lines'

export interface QuantityChange {
  line: CartLine
  /** Pieces; 0 if the cart did not have the product, or does not have it any more. */
  before: number
  after: number
}

/** The lines whose quantity differs from the shown one. */
export function quantityChanges(shown: readonly CartLine[], now: readonly CartLine[]): QuantityChange[] {
  const added = now.filter(({ id }) => !shown.some((line) => line.id === id))
  return [...shown, ...added].flatMap((line) => {
    const pieces = (lines: readonly CartLine[]) => lines.find(({ id }) => id === line.id)?.quantity ?? 0
    const [before, after] = [pieces(shown), pieces(now)]
    return before === after ? [] : [{ line, before, after }]
  })
}
