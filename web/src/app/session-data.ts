import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { accountKey } from '@/lib/api/query-client'
import { clearKept, watchKept } from '@/lib/cart/kept'
import { mergeableLines, useMerging } from '@/lib/cart/merging'
import { storeIds, wishlistQuery } from '@/lib/wishlist'
import { closeCart } from '@/stores/cart-drawer'
import { useSession, watchSession, type SessionStatus } from '@/lib/session'

const queryKey = [accountKey]

/** Empties the queries of the account, also for the screens that are still mounted, and fetches none of them. */
function resetAccount(client: QueryClient): void {
  for (const query of client.getQueryCache().findAll({ queryKey })) query.reset()
}

/** Adds what the browser keeps to the server's cart. The code for it loads only then. */
function mergeCart(client: QueryClient): void {
  if (mergeableLines().length === 0) return
  useMerging.setState({ status: 'merging' })
  import('@/stores/cart-merge').then(
    ({ mergeCarts }) => mergeCarts(client),
    () => useMerging.setState({ status: 'failed' }),
  )
}

function forgetCustomer(client: QueryClient, status: SessionStatus): void {
  storeIds([])
  if (status === 'anonymous') clearKept()
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
    if (status === 'signed-in') {
      mergeCart(client)
      // If it fails, the hearts show the ids of the local storage.
      client.query(wishlistQuery).catch(() => undefined)
    }
    if (status === 'anonymous') {
      resetAccount(client)
      client.removeQueries({ queryKey })
      closeCart()
    }
  }
  const stopKept = watchKept()
  update(useSession.getState().status)
  const unsubscribe = useSession.subscribe(({ status, customer }, before) => {
    if (customer !== before.customer) forgetCustomer(client, status)
    if (status !== before.status) update(status)
  })
  const stop = watchSession()
  return () => {
    stop()
    stopKept()
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
