import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, inlinedBody, unwrap } from '@/lib/api/client'
import type { Facets, ProductList, ProductSort } from '@/lib/api/types'
import type { CategoryId } from '@/lib/categories'

export const shopPageSize = 10
const relatedCount = 4
const rarelyChanges = 5 * 60_000

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

export interface ShopProducts extends Omit<ProductList, 'facets'> {
  /** Null if the answer came without them, as for a while after a start of the shop. */
  facets: Facets | null
  /** Colours that the list was asked for. */
  colors: readonly string[]
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
export function productsQuery(filter: ProductFilter) {
  const query = { ...listParameters(filter), facets: 1 }
  const complete = (page: ProductList): ShopProducts => ({
    ...page,
    facets: page.facets ?? null,
    colors: filter.colors,
  })
  return queryOptions({
    queryKey: ['products', query],
    queryFn: async ({ signal }) =>
      complete(await unwrap(api.GET('/api/v1.0/products', { signal, params: { query } }))),
    initialData: () => {
      const inlined = inlinedBody('/api/v1.0/products', query)
      return inlined && complete(inlined)
    },
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

/** The products with these ids, in their order; those that are no longer sold are missing. */
export function productsByIdQuery(ids: readonly number[]) {
  const query = { ids: ids.join(','), page: 1, limit: ids.length }
  return queryOptions({
    queryKey: ['products-by-id', query.ids],
    queryFn: async ({ signal }) => (await unwrap(api.GET('/api/v1.0/products', { signal, params: { query } }))).data,
    retry: false,
  })
}
