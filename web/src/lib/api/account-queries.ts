import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from './client'
import { accountKey } from './query-client'

/** The visitor's data are fetched again on each mount. */
const ownData = { staleTime: 0, refetchOnMount: 'always' } as const

export const detailsQuery = queryOptions({
  queryKey: [accountKey, 'details'],
  queryFn: async ({ signal }) => (await unwrap(api.GET('/api/v1.0/account/details', { signal }))).data,
  ...ownData,
})

export const addressesQuery = queryOptions({
  queryKey: [accountKey, 'addresses'],
  queryFn: async ({ signal }) => (await unwrap(api.GET('/api/v1.0/account/addresses', { signal }))).data,
  ...ownData,
})

/** One order with its history. */
export function orderQuery(id: string) {
  return queryOptions({
    queryKey: [accountKey, 'order', id],
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET('/api/v1.0/account/orders/{id}', { signal, params: { path: { id } } }))).data,
    ...ownData,
  })
}
