import type { QueryClient } from '@tanstack/react-query'
import type { CartLine } from '@/lib/cart/lines'
import { cartQuery } from '@/lib/cart/query'
import { announceCart } from '@/lib/cart/tabs'
import { useSession } from '@/lib/session'

const pauseMs = 500
const deadlineMs = 10_000

/** True if every line has fewer pieces than were ordered of its product. */
function isSettled(lines: readonly CartLine[], ordered: ReadonlyMap<number, number>): boolean {
  return lines.every(({ id, quantity }) => quantity < (ordered.get(id) ?? Number.POSITIVE_INFINITY))
}

/**
 * Reloads the cart until the ordered pieces are gone, for 10 seconds at most: the server removes them shortly after the
 * order.
 */
export async function settleCart(client: QueryClient, ordered: ReadonlyMap<number, number>): Promise<void> {
  const deadline = Date.now() + deadlineMs
  do {
    const lines = await client.query({ ...cartQuery, staleTime: 0 }).catch(() => null)
    if (lines !== null && isSettled(lines, ordered)) {
      announceCart()
      return
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  } while (Date.now() < deadline && useSession.getState().status === 'signed-in')
}
