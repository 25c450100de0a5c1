import { queryOptions } from '@tanstack/react-query'
import { answer, api } from './client'

/** What staff change now and then, in milliseconds. */
export const rarelyChanges = 5 * 60_000

/** The stores, the shop's pages on social networks, and where the catalogue is. */
export const storesQuery = queryOptions({
  queryKey: ['stores'],
  queryFn: ({ signal }) => answer(api.GET('/api/v1.0/stores', { signal })),
  staleTime: rarelyChanges,
})
