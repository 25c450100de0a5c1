import { queryOptions } from '@tanstack/react-query'
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
