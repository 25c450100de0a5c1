import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { accountKey } from '@/lib/api/query-client'
import { wishlistQuery } from '@/lib/wishlist'
import { closeCart } from '@/stores/cart-drawer'
import { useSession, watchSession, type SessionStatus } from '@/lib/session'

function watchSessionData(client: QueryClient): () => void {
  const update = (status: SessionStatus) => {
    // If it fails, the hearts show the ids of the local storage.
    if (status === 'signed-in') client.query(wishlistQuery).catch(() => undefined)
    if (status === 'anonymous') {
      client.removeQueries({ queryKey: [accountKey] })
      closeCart()
    }
  }
  update(useSession.getState().status)
  const unsubscribe = useSession.subscribe(({ status }, before) => {
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
