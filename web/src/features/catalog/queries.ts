import { keepPreviousData } from '@tanstack/react-query'
import { query } from '@/lib/api/client'
import type { ProductSort } from '@/lib/api/types'
import type { CategoryId } from '@/lib/categories'
import type { Widths } from '@/lib/later-view'

export const shopPageSize = 10

export const availabilities = ['stock', 'order'] as const
/** In stock now, or made to order. */
export type Availability = (typeof availabilities)[number]

export interface ProductFilter extends Widths {
  page: number
  categoryId: CategoryId | null
  sort: ProductSort
  /** Whole AZN, after discounts. */
  minPrice: number | null
  maxPrice: number | null
  /** Slugs of the palette, in its order; a product needs one of them. */
  colors: readonly string[]
  /** Both equal none. */
  availability: readonly Availability[]
  discounted: boolean
}

/** The requested width in centimetres: the maximum if there is one, otherwise the minimum. */
export const typedWidth = ({ minWidth, maxWidth }: Widths): number | null => maxWidth ?? minWidth

/** The query parameters of a list, without its facets. With a width, the nearest comes first unless another order is chosen. */
function listParameters(filter: ProductFilter, nearWidth: number | null) {
  const { page, categoryId, sort, minPrice, maxPrice, minWidth, maxWidth, colors, availability, discounted } = filter
  return {
    page,
    limit: shopPageSize,
    ...(sort !== 'default' ? { sort } : nearWidth !== null && { nearWidth }),
    ...(categoryId !== null && { categoryId }),
    ...(minPrice !== null && { minPrice }),
    ...(maxPrice !== null && { maxPrice }),
    ...(minWidth !== null && { minWidth }),
    ...(maxWidth !== null && { maxWidth }),
    ...(colors.length > 0 && { colors: colors.join(',') }),
    ...(availability.length === 1 && { availability: availability.join() }),
    ...(discounted && { discount: 1 }),
  }
}

/**
 * A page of the shop's products, with the facets of its filter if the answer has them. `nearWidth` is the width that comes first, in
 * centimetres.
 */
export const productsQuery = (filter: ProductFilter, nearWidth = typedWidth(filter)) => ({
  ...query('/products', { query: { ...listParameters(filter, nearWidth), facets: 1 } }),
  placeholderData: keepPreviousData,
})
