import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, query } from '@/lib/api/client'
import { rarelyChanges } from '@/lib/api/content-queries'
import type { ProductSort } from '@/lib/api/types'
import type { CategoryId } from '@/lib/categories'

export const shopPageSize = 10

export const availabilities = ['stock', 'order'] as const
/** In stock now, or made to order. */
export type Availability = (typeof availabilities)[number]

export interface ProductFilter {
  page: number
  categoryId: CategoryId | null
  sort: ProductSort
  /** Whole AZN, after discounts. */
  minPrice: number | null
  maxPrice: number | null
  /** Whole centimetres. */
  minWidth: number | null
  maxWidth: number | null
  /** Slugs of the palette, in its order; a product needs one of them. */
  colors: readonly string[]
  /** Both equal none. */
  availability: readonly Availability[]
  discounted: boolean
}

/** The query parameters of a list, without its facets. */
function listParameters(filter: ProductFilter) {
  const { page, categoryId, sort, minPrice, maxPrice, minWidth, maxWidth, colors, availability, discounted } = filter
  return {
    page,
    limit: shopPageSize,
    ...(sort !== 'default' && { sort }),
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

/** A page of the shop's products, with the facets of its filter if the answer has them. */
export const productsQuery = (filter: ProductFilter) => ({
  ...query('/products', { query: { ...listParameters(filter), facets: 1 } }),
  placeholderData: keepPreviousData,
})

/** Number of products in a category. */
export const categoryCountQuery = (categoryId: CategoryId) => ({
  ...query('/products/category/{categoryId}/count', { path: { categoryId } }),
  staleTime: rarelyChanges,
  retry: false,
})

/** The cheapest and the most expensive product. */
export const priceRangeQuery = queryOptions({
  queryKey: ['price-range'],
  queryFn: async ({ signal }) => {
    const [lowest, highest] = await Promise.all(
      (['price_low', 'price_high'] as const).map((sort) => call('GET', '/products', { signal, query: { page: 1, limit: 1, sort } })),
    )
    return { lowest: lowest?.data[0] ?? null, highest: highest?.data[0] ?? null }
  },
  staleTime: rarelyChanges,
  retry: false,
})
