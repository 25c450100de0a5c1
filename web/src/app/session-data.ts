import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { accountQueries } from '@/lib/api/client'
import { clearGuestCart, guestCartKey, hasGuestCart, useMergeState } from '@/lib/cart/state'
import { storeIds, wishlistQuery } from '@/lib/wishlist'
import { clearDrafts } from '@shared/forms/drafts'
import { useToasts } from '@shared/toasts'
import { closeCart } from '@/stores/cart-drawer'
import { watchCart } from '@/lib/cart/tabs'
import { useSession, watchSession, type SessionStatus } from '@/lib/session'

/** Empties the queries of the account, also for the screens that are still mounted, and fetches none of them. */
function resetAccount(client: QueryClient): void {
  for (const query of client.getQueryCache().findAll(accountQueries)) query.reset()
}

/** Shows what the browser keeps for the cart, or adds it to the server's. The code for it loads only if there is something. */
function syncGuestCart(client: QueryClient): void {
  if (!hasGuestCart()) return
  const signedIn = useSession.getState().status === 'signed-in'
  // At once, so that the server's cart is not loaded before.
  if (signedIn) useMergeState.setState({ status: 'merging' })
  import('@/stores/cart-merge')
    .then((merge) => merge.syncGuestCart(client))
    .catch(() => {
      if (signedIn) useMergeState.setState({ status: 'failed' })
    })
}

/** Follows the changes of other tabs. Returns a function that stops it. */
function watchGuestCart(): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== null && key !== guestCartKey) return
    if (hasGuestCart()) import('@/lib/cart/guest/guest-cart').then(({ loadGuestCart }) => loadGuestCart()).catch(() => undefined)
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

function forgetCustomer(client: QueryClient, status: SessionStatus): void {
  storeIds([])
  clearDrafts()
  useToasts.setState({ toasts: [] })
  if (status === 'anonymous') clearGuestCart()
  closeCart()
  if (status === 'signed-in') {
    void client.resetQueries(accountQueries)
    return
  }
  resetAccount(client)
  // Hearts on the screen were reset to the ids that they began with, those of the customer before.
  client.setQueryData(wishlistQuery.queryKey, { ids: [] })
  client.removeQueries(accountQueries)
}

function watchSessionData(client: QueryClient): () => void {
  const update = (status: SessionStatus) => {
    if (status === 'signed-in') {
      syncGuestCart(client)
      // If it fails, the hearts show the ids of the local storage.
      client.query(wishlistQuery).catch(() => undefined)
    }
    if (status === 'anonymous') {
      resetAccount(client)
      client.removeQueries(accountQueries)
      closeCart()
    }
  }
  const stopGuestCart = watchGuestCart()
  if (useSession.getState().status !== 'signed-in') syncGuestCart(client)
  update(useSession.getState().status)
  const unsubscribe = useSession.subscribe(({ status, customer }, before) => {
    if (customer !== before.customer) forgetCustomer(client, status)
    if (status !== before.status) update(status)
  })
  const stop = watchSession()
  const stopCart = watchCart(client)
  return () => {
    stop()
    stopCart()
    stopGuestCart()
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
