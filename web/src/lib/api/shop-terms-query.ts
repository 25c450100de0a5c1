import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from './client'
import { rarelyChanges } from './content-queries'

/** The shop's terms; `null` if the shop has not set them. */
export const shopTermsQuery = queryOptions({
  queryKey: ['shop-terms'],
  queryFn: async ({ signal }) => (await unwrap(api.GET('/api/v1.0/shop-terms', { signal }))).data,
  staleTime: rarelyChanges,
  retry: false,
})
