import { useEffect } from 'react'
import { answer, api } from '@/lib/api/client'
import { forgetCart, loadCart } from '@/stores/cart'
import { setFavourites } from '@/stores/favourites'
import { useSession, watchSession, type SessionStatus } from '@/stores/session'

async function loadFavourites(): Promise<void> {
  const { data } = await answer(api.GET('/api/v1.0/account/wishlist'))
  setFavourites(data.map(({ productId }) => productId))
}

function bring(status: SessionStatus): void {
  if (status === 'signed-in') {
    void loadCart()
    // The hearts then show what was kept in this browser.
    loadFavourites().catch(() => undefined)
  }
  if (status === 'anonymous') forgetCart()
}

function watchSessionData(): () => void {
  bring(useSession.getState().status)
  const forget = useSession.subscribe(({ status }, before) => {
    if (status !== before.status) bring(status)
  })
  const stop = watchSession()
  return () => {
    stop()
    forget()
  }
}

/**
 * Keeps the session valid and brings what the header and the hearts show, only once somebody is signed in. Nothing is
 * drawn anew for it but what shows the session.
 */
export function useSessionData(): void {
  useEffect(watchSessionData, [])
}
