/** A whole number of qəpik, 1/100 AZN. */
export type Qepik = number

export interface Priced {
  /** AZN with at most two decimals. */
  price: number
  /** Whole percent, 0 to 99. */
  discount?: number | null | undefined
  /** Whole percent for the signed-in user; if set, it replaces the discount. */
  userSpecificDiscount?: number | null | undefined
}

export function toQepik(amount: number): Qepik {
  return Math.round(amount * 100)
}

/** Returns the discount that applies; the two are never combined. */
export function effectivePercent(item: Pick<Priced, 'discount' | 'userSpecificDiscount'>): number {
  if (item.userSpecificDiscount) return item.userSpecificDiscount
  return item.discount ?? 0
}

/** Rounds half up to the qəpik. */
export function discountedQepik(price: Qepik, percent: number): Qepik {
  return Math.floor((price * (100 - percent) + 50) / 100)
}

/** The price of one unit for this visitor, after and before the discount. */
export function unitPrice(item: Priced): { payable: Qepik; original: Qepik; percent: number } {
  const original = toQepik(item.price)
  const percent = effectivePercent(item)
  return { payable: discountedQepik(original, percent), original, percent }
}

/** Sum of rounded unit price × quantity. */
export function totalQepik(lines: readonly (Priced & { quantity: number })[]): Qepik {
  return lines.reduce((sum, line) => sum + unitPrice(line).payable * line.quantity, 0)
}
