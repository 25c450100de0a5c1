import { measuringValues } from '@shared/api/schema'
import type { MeasuresOf } from '@shared/niche'
import type { Measuring } from '@/lib/quote/pieces'

export interface QuoteQuery {
  product: number | null
  size: Measuring | null
  /** Width to begin with, in centimetres. */
  width: number | null
  /** Height to begin with, in centimetres. */
  height: number | null
  /** Object of the width. */
  of: MeasuresOf
  color: string | null
  /** The category to choose from: wardrobes or kitchens, as joints have no other sizes. */
  category: 1 | 2 | null
  /** A piece of the selection. */
  item: string | null
}

/** Reads the query string of the quote's page; what makes no sense is ignored. */
export function parseQuoteQuery(search: string): QuoteQuery {
  const values = new URLSearchParams(search)
  const product = values.get('product') ?? ''
  const size = values.get('size')
  const category = values.get('category')
  const centimetres = (name: string) => {
    const text = values.get(name) ?? ''
    return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : null
  }
  return {
    product: /^[1-9]\d{0,9}$/.test(product) ? Number(product) : null,
    width: centimetres('width'),
    height: centimetres('height'),
    of: values.get('of') === 'niche' ? 'niche' : 'piece',
    size: measuringValues.find((known) => known === size) ?? null,
    color: values.get('color'),
    category: category === '1' ? 1 : category === '2' ? 2 : null,
    item: values.get('item'),
  }
}
