import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { accountKey } from '@/lib/api/query-client'
import { storeIds, wishlistQuery } from '@/lib/wishlist'
import { closeCart } from '@/stores/cart-drawer'
import { useSession, watchSession, type SessionStatus } from '@/lib/session'

const queryKey = [accountKey]

/** Empties the queries of the account, also for the screens that are still mounted, and fetches none of them. */
function resetAccount(client: QueryClient): void {
  for (const query of client.getQueryCache().findAll({ queryKey })) query.reset()
}

function forgetCustomer(client: QueryClient, status: SessionStatus): void {
  storeIds([])
  closeCart()
  if (status === 'signed-in') {
    void client.resetQueries({ queryKey })
    return
  }
  resetAccount(client)
  // Hearts on the screen were reset to the ids that they began with, those of the customer before.
  client.setQueryData(wishlistQuery.queryKey, { ids: [] })
  client.removeQueries({ queryKey })
}

function watchSessionData(client: QueryClient): () => void {
  const update = (status: SessionStatus) => {
    // If it fails, the hearts show the ids of the local storage.
    if (status === 'signed-in') client.query(wishlistQuery).catch(() => undefined)
    if (status === 'anonymous') {
      resetAccount(client)
      client.removeQueries({ queryKey })
      closeCart()
    }
  }
  update(useSession.getState().status)
  const unsubscribe = useSession.subscribe(({ status, customer }, before) => {
    if (customer !== before.customer) forgetCustomer(client, status)
    if (status !== before.status) update(status)
  })
  const stop = watchSession()
  return () => {
    stop()
    unsubscribe()
  }
}

/**
 * Keeps the session valid, loads the wishlist when it starts and removes the visitor's data when it ends. The calling
 * component does not render again.
 */
export function useSessionData(): void {
  const client = useQueryClient()
  useEffect(() => watchSessionData(client), [client])
}
