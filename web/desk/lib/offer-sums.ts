import { discountedQepik, toQepik, type Qepik } from '@shared/price'
import { half } from '@shared/rules/whole'

export interface SummedLine {
  listPrice: Qepik
  /** Whole percent, 0 to 99. */
  discount: number
  quantity: number
}

export interface LineSums {
  unitPrice: Qepik
  subtotal: Qepik
}

export interface OfferSums {
  lines: LineSums[]
  listTotal: Qepik
  discountTotal: Qepik
  total: Qepik
  deposit: Qepik
}

/** The sums of an offer by the rule of the service: each unit price is rounded half up, then multiplied. */
export function offerSums(lines: readonly SummedLine[], deliveryPrice: Qepik, depositPercent: number): OfferSums {
  const summed = lines.map(({ listPrice, discount, quantity }) => {
    const unitPrice = discountedQepik(listPrice, discount)
    return { unitPrice, subtotal: unitPrice * quantity }
  })
  const listTotal = lines.reduce((sum, { listPrice, quantity }) => sum + listPrice * quantity, 0)
  const linesTotal = summed.reduce((sum, { subtotal }) => sum + subtotal, 0)
  const total = linesTotal + deliveryPrice
  return {
    lines: summed,
    listTotal,
    discountTotal: listTotal - linesTotal,
    total,
    deposit: Math.floor((total * depositPercent + 50) / 100),
  }
}

/** The VAT in an amount with VAT, by whole percent and by the rule of the service: what is left is rounded half up. */
export const vatIn = (amount: Qepik, percent: number): Qepik => amount - half(amount * 100, 100 + percent)

/** Present price of a product in the catalogue. */
interface CatalogPrice {
  /** Before the product's own discount. */
  price: Qepik
  discount: number
}

/**
 * Whether a line needs a manager's approval for a person with this limit: its discount is above the limit and above the product's
 * own, or it is cheaper than the product with the larger of the two.
 */
export function isLineOverLimit(line: SummedLine, catalog: CatalogPrice | null, limitPercent: number): boolean {
  const allowed = Math.max(limitPercent, catalog?.discount ?? 0)
  if (line.discount > allowed) return true
  return catalog !== null && discountedQepik(line.listPrice, line.discount) < discountedQepik(catalog.price, allowed)
}

interface OfferedLine extends SummedLine {
  name: string
  catalog: { price: number; discount: number } | null
}

/** The lines above a limit: the whole percent off the catalog's price, and how much of it is allowed. Prices are in AZN. */
export const linesOverLimit = (lines: readonly OfferedLine[], limitPercent: number) =>
  lines.flatMap((line) => {
    const { name, quantity, discount, catalog } = line
    const listPrice = toQepik(line.listPrice)
    const product = catalog === null ? null : { price: toQepik(catalog.price), discount: catalog.discount }
    if (!isLineOverLimit({ quantity, listPrice, discount }, product, limitPercent)) return []
    const off = product === null ? 0 : Math.ceil(100 - (100 * discountedQepik(listPrice, discount)) / product.price)
    return [{ name, percent: Math.max(discount, off), allowed: Math.max(limitPercent, product?.discount ?? 0) }]
  })
