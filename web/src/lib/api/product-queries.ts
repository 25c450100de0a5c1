import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { knownProduct } from '@/lib/known-product'
import { api, inlinedBody, unwrap } from './client'

export function productQuery(id: number) {
  return queryOptions({
    queryKey: ['product', id],
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET('/api/v1.0/products/{id}', { signal, params: { path: { id } } }))).data,
    initialData: () => inlinedBody('/api/v1.0/products/{id}', {}, { id })?.data,
    placeholderData: () => knownProduct(id)?.product,
  })
}

/** Key and call of the products with these ids that are still sold, with their sizes and fronts. */
export function productsById(ids: readonly number[]) {
  const query = { ids: ids.join(','), page: 1, limit: ids.length }
  return {
    queryKey: ['products-by-id', query.ids],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await unwrap(api.GET('/api/v1.0/products', { signal, params: { query } }))).data,
  }
}

export function productsByIdQuery(ids: readonly number[]) {
  return queryOptions({ ...productsById(ids), placeholderData: keepPreviousData, enabled: ids.length > 0 })
}
