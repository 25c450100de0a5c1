/** A whole number of qəpik, 1/100 AZN. */
export type Qepik = number

export interface Priced {
  /** AZN with at most two decimals, as the API gives it. */
  price: number
  /** Whole percent, 0 to 99; 0 or nothing means no discount. */
  discount?: number | null | undefined
  /** Whole percent for the signed-in user; when set it wins, also where it is the smaller one. */
  userSpecificDiscount?: number | null | undefined
}

export function toQepik(amount: number): Qepik {
  return Math.round(amount * 100)
}

/** The one percent that counts; the two are never combined. */
export function effectivePercent(item: Pick<Priced, 'discount' | 'userSpecificDiscount'>): number {
  if (item.userSpecificDiscount) return item.userSpecificDiscount
  return item.discount ?? 0
}

/** Rounded half up to the qəpik, per unit. */
export function discountedQepik(price: Qepik, percent: number): Qepik {
  return Math.floor((price * (100 - percent) + 50) / 100)
}

/** What one piece costs this visitor, and what it cost before the discount. */
export function unitPrice(item: Priced): { payable: Qepik; original: Qepik; percent: number } {
  const original = toQepik(item.price)
  const percent = effectivePercent(item)
  return { payable: discountedQepik(original, percent), original, percent }
}

/** Σ unit price × quantity, each unit rounded first. */
export function totalQepik(lines: readonly (Priced & { quantity: number })[]): Qepik {
  return lines.reduce((sum, line) => sum + unitPrice(line).payable * line.quantity, 0)
}
