import { queryOptions } from '@tanstack/react-query'
import { call, query } from '@/lib/api/client'
import { rarelyChanges } from '@/lib/api/content-queries'
import type { CategoryId } from '@/lib/categories'

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
