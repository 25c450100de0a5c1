import { measuringValues } from '@shared/api/schema'
import { fixedCategory, parseCategory, type CategoryId } from '@/lib/categories'
import type { Measuring } from '@/lib/quote/pieces'

export interface QuoteQuery {
  product: number | null
  size: Measuring | null
  /** Width to begin with, in centimetres. */
  width: number | null
  color: string | null
  /** The category to choose from. */
  category: CategoryId | null
  /** A piece of the selection. */
  item: string | null
}

/** Reads the query string of the quote's page; what makes no sense is ignored. */
export function parseQuoteQuery(search: string): QuoteQuery {
  const values = new URLSearchParams(search)
  const product = values.get('product') ?? ''
  const size = values.get('size')
  const width = values.get('width') ?? ''
  const category = parseCategory(values.get('category'))
  return {
    product: /^[1-9]\d{0,9}$/.test(product) ? Number(product) : null,
    width: /^[1-9]\d{0,3}$/.test(width) ? Number(width) : null,
    size: measuringValues.find((known) => known === size) ?? null,
    color: values.get('color'),
    category: category === fixedCategory ? null : category,
    item: values.get('item'),
  }
}
