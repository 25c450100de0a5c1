import { queryOptions } from '@tanstack/react-query'
import { api, inlinedBody, unwrap } from './client'

/** Stale time of content that staff rarely change, in milliseconds. */
export const rarelyChanges = 5 * 60_000

/** The stores, the shop's social networks and the URL of the brochure. */
export const storesQuery = queryOptions({
  queryKey: ['stores'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/v1.0/stores', { signal })),
  initialData: () => inlinedBody('/api/v1.0/stores', {}),
  staleTime: rarelyChanges,
})
