import { queryOptions } from '@tanstack/react-query'
import { answer, api } from './client'
import { accountKey } from './query-client'

/** Own data are asked for again on each entry. */
const ownData = { staleTime: 0, refetchOnMount: 'always' } as const

export const detailsQuery = queryOptions({
  queryKey: [accountKey, 'details'],
  queryFn: async ({ signal }) => (await answer(api.GET('/api/v1.0/account/details', { signal }))).data,
  ...ownData,
})

export const addressesQuery = queryOptions({
  queryKey: [accountKey, 'addresses'],
  queryFn: async ({ signal }) => (await answer(api.GET('/api/v1.0/account/addresses', { signal }))).data,
  ...ownData,
})

/** One order with its history. */
export function orderQuery(id: string) {
  return queryOptions({
    queryKey: [accountKey, 'order', id],
    queryFn: async ({ signal }) =>
      (await answer(api.GET('/api/v1.0/account/orders/{id}', { signal, params: { path: { id } } }))).data,
    ...ownData,
  })
}
