import { useEffect } from 'react'
import { answer, api } from '@/lib/api/client'
import { forgetCart, loadCart } from '@/stores/cart'
import { setFavourites } from '@/stores/favourites'
import { useSession, watchSession } from '@/stores/session'

async function loadFavourites(): Promise<void> {
  const { data } = await answer(api.GET('/api/v1.0/account/wishlist'))
  setFavourites(data.map(({ productId }) => productId))
}

/** Keeps the session valid and brings what the header and the hearts show, only once somebody is signed in. */
export function useSessionData(): void {
  const status = useSession((state) => state.status)
  useEffect(watchSession, [])
  useEffect(() => {
    if (status === 'signed-in') {
      void loadCart()
      // The hearts then show what was kept in this browser.
      loadFavourites().catch(() => undefined)
    }
    if (status === 'anonymous') forgetCart()
  }, [status])
}
