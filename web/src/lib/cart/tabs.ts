import type { QueryClient } from '@tanstack/react-query'
import { cartQuery } from './query'

/** Change of the account's cart in another tab. */
interface Message {
  /** The order that the cart became; null after any other change. */
  orderId: string | null
}

/** Tells the other tabs of this browser about changes of the cart. Other devices load it when the visitor returns to them. */
const tabs = 'BroadcastChannel' in window ? new BroadcastChannel('storefront-cart') : null

/** Tells the other tabs that the cart has changed, or has become an order. */
export function announceCart(orderId: string | null = null): void {
  tabs?.postMessage({ orderId } satisfies Message)
}

function listen(listener: (message: Message) => void): () => void {
  const onMessage = ({ data }: MessageEvent<Message>) => listener(data)
  tabs?.addEventListener('message', onMessage)
  return () => tabs?.removeEventListener('message', onMessage)
}

/** Reloads the cart after each change in another tab. Returns a function that stops it. */
export function watchCart(client: QueryClient): () => void {
  return listen(() => void client.invalidateQueries({ queryKey: cartQuery.queryKey, exact: true }))
}

/** Calls back when another tab has ordered the cart. Returns a function that stops it. */
export function watchOrders(onOrdered: (orderId: string) => void): () => void {
  return listen(({ orderId }) => {
    if (orderId !== null) onOrdered(orderId)
  })
}
