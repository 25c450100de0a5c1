import { create } from 'zustand'
import { useSession } from '@/lib/session'

interface SentQuotes {
  customer: number
  /** Numbers of the last requests by product. */
  byProduct: Readonly<Record<number, string>>
}

/** The requests that were sent in this tab, apart from those of another customer. */
export const useSentQuotes = create<SentQuotes>(() => ({ customer: 0, byProduct: {} }))

/** Notes that a request for these products was sent. */
export function noteSent(products: readonly number[], number: string): void {
  const { customer } = useSession.getState()
  const added = Object.fromEntries(products.map((id) => [id, number]))
  useSentQuotes.setState((before) => ({ customer, byProduct: { ...(before.customer === customer && before.byProduct), ...added } }))
}

/** The number of the visitor's last request for a product; undefined if there is none. */
export function useSentNumber(productId: number): string | undefined {
  const current = useSession(({ customer }) => customer)
  return useSentQuotes(({ customer, byProduct }) => (customer === current ? byProduct[productId] : undefined))
}
