import { queryOptions } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useQuery } from '@shared/query/use-query'
import { call } from '@/lib/api/client'
import { useSession } from '@/lib/session'
import { settings } from '@/lib/settings'
import { lineOfItem, maxQuantity } from './lines'
import { useGuestCart, useMergeState, type GuestLine } from './state'

/** Id and version of the loaded cart, by which an order names what the customer saw. */
export interface SeenCart {
  id: string
  version: number
}

/** Key of the `SeenCart` that belongs to the lines of `cartQuery`. */
export const seenCartKey = ['/carts/current', 'seen'] as const

export const cartQuery = queryOptions({
  queryKey: ['/carts/current'],
  queryFn: async ({ signal, client }) => {
    const cart = await call('GET', '/carts/current', { signal })
    const seen: SeenCart | null = cart && { id: cart.id, version: cart.version }
    client.setQueryData(seenCartKey, seen)
    return cart?.cartItems.map(lineOfItem) ?? []
  },
  // Screens that show the cart reload it on entry, mutations invalidate it, and other devices may have changed it.
  staleTime: Infinity,
  refetchOnWindowFocus: 'always',
  retry: false,
})

/** The lines of the signed-in visitor's cart. Nothing is fetched without a session, nor while guest lines are being added. */
export function useServerCart(refetchOnMount: 'always' | true = true) {
  const signedIn = useSession(({ status }) => status === 'signed-in')
  const merging = useMergeState(({ status }) => status === 'merging')
  return useQuery({ ...cartQuery, enabled: signedIn && !merging, refetchOnMount })
}

const none: readonly GuestLine[] = []

/** The guest lines that the cart shows: all of them with the guest cart, none without. */
export function useShownGuestLines(): readonly GuestLine[] {
  const lines = useGuestCart((state) => state.lines)
  const mergedLines = useMergeState((state) => state.mergedLines)
  const sending = useMergeState((state) => state.sending)
  return useMemo(() => {
    if (!settings.guestCart) return none
    const shown = lines.filter(({ key }) => !sending.includes(key))
    return mergedLines.length + shown.length === 0 ? none : [...mergedLines, ...shown]
  }, [lines, mergedLines, sending])
}

/** The pieces in the cart. */
export function useCartCount(): number {
  const { data: lines } = useServerCart()
  const guest = useShownGuestLines()
  return useMemo(() => {
    const quantities = new Map(lines?.map(({ id, quantity }) => [id, quantity]))
    for (const { productId, quantity } of guest) {
      quantities.set(productId, Math.min((quantities.get(productId) ?? 0) + quantity, maxQuantity))
    }
    return [...quantities.values()].reduce((sum, quantity) => sum + quantity, 0)
  }, [lines, guest])
}
