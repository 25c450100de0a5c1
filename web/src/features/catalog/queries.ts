import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, inlinedBody, unwrap } from '@/lib/api/client'
import type { ProductSort } from '@/lib/api/types'
import type { CategoryId } from '@/lib/categories'

export const shopPageSize = 10
const relatedCount = 4
const rarelyChanges = 5 * 60_000

export { productQuery } from '@/lib/api/product-queries'

export interface ProductFilter {
  page: number
  categoryId: CategoryId | null
  sort: ProductSort
  /** Whole AZN, after discounts. */
  minPrice: number | null
  maxPrice: number | null
}

export function productsQuery({ page, categoryId, sort, minPrice, maxPrice }: ProductFilter) {
  const query = {
    page,
    limit: shopPageSize,
    ...(sort !== 'default' && { sort }),
    ...(categoryId !== null && { categoryId }),
    ...(minPrice !== null && { minPrice }),
    ...(maxPrice !== null && { maxPrice }),
  }
  return queryOptions({
    queryKey: ['products', page, categoryId, sort, minPrice, maxPrice],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1.0/products', { signal, params: { query } })),
    initialData: () => inlinedBody('/api/v1.0/products', query),
    placeholderData: keepPreviousData,
  })
}

/** Number of products in a category. */
export function categoryCountQuery(categoryId: CategoryId) {
  return queryOptions({
    queryKey: ['category-count', categoryId],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/v1.0/products/category/{categoryId}/count', { signal, params: { path: { categoryId } } }),
      ),
    staleTime: rarelyChanges,
    retry: false,
  })
}

/** The cheapest and the most expensive product. */
export const priceRangeQuery = queryOptions({
  queryKey: ['price-range'],
  queryFn: async ({ signal }) => {
    const [lowest, highest] = await Promise.all(
      (['price_low', 'price_high'] as const).map((sort) =>
        unwrap(api.GET('/api/v1.0/products', { signal, params: { query: { page: 1, limit: 1, sort } } })),
      ),
    )
    return { lowest: lowest?.data[0] ?? null, highest: highest?.data[0] ?? null }
  },
  staleTime: rarelyChanges,
  retry: false,
})

/** Up to four others of the same category. */
export function relatedQuery(id: number, categoryId: number) {
  return queryOptions({
    queryKey: ['related', id, categoryId],
    queryFn: async ({ signal }) => {
      const products = await unwrap(
        api.GET('/api/v1.0/products/category/{categoryId}', {
          signal,
          params: { path: { categoryId }, query: { page: 1, limit: relatedCount + 1 } },
        }),
      )
      return products.filter((product) => product.id !== id).slice(0, relatedCount)
    },
    retry: false,
  })
}
