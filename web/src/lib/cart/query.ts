import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, unwrap } from '@/lib/api/client'
import { accountKey } from '@/lib/api/query-client'
import { useSession } from '@/lib/session'
import { lineOfItem } from './lines'

export const cartQuery = queryOptions({
  queryKey: [accountKey, 'cart'],
  queryFn: async ({ signal }) => {
    const { data } = await unwrap(api.GET('/api/v1.0/carts/current', { signal }))
    return data?.cartItems.map(lineOfItem) ?? []
  },
  // Screens that show the cart reload it on entry, and mutations invalidate it.
  staleTime: Infinity,
  retry: false,
})

/** The lines of the signed-in visitor's cart. Nothing is fetched without a session. */
export function useCart(refetchOnMount: 'always' | true = true) {
  const signedIn = useSession(({ status }) => status === 'signed-in')
  return useQuery({ ...cartQuery, enabled: signedIn, refetchOnMount })
}
