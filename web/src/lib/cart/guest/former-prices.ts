import { useEffect } from 'react'
import { create } from 'zustand'
import { unitPrice, type Qepik } from '@shared/price'
import type { CartLine } from '@/lib/cart/lines'
import { useGuestCart } from '@/lib/cart/state'

type Prices = ReadonlyMap<number, Qepik>

const useFormer = create<{ prices: Prices }>(() => ({ prices: new Map() }))

/** Compares the prices of a guest's lines with those that the visitor saw last, and notes the new ones. */
async function comparePrices(lines: readonly CartLine[]): Promise<void> {
  if (useGuestCart.getState().lines.length === 0) return
  const { guestLines, noteSeenPrices } = await import('./guest-cart')
  const seen = new Map(guestLines().map(({ productId, seenPrice }) => [productId, seenPrice]))
  const now = new Map(lines.filter(({ id, sold }) => sold && seen.has(id)).map((line) => [line.id, unitPrice(line).payable]))
  if ([...now].every(([id, price]) => seen.get(id) === price)) return
  const changed = [...now].flatMap(([id, price]): [number, Qepik][] => {
    const before = seen.get(id) ?? price
    return before === price ? [] : [[id, before]]
  })
  if (changed.length > 0) useFormer.setState(({ prices }) => ({ prices: new Map([...prices, ...changed]) }))
  noteSeenPrices(now)
}

/**
 * Returns the former prices of a guest's lines whose price has changed since the visitor saw it, by product. They are known until
 * the page is left: a change is told once.
 */
export function useFormerPrices(lines: readonly CartLine[]): Prices {
  useEffect(() => {
    comparePrices(lines).catch(() => undefined)
  }, [lines])
  return useFormer((state) => state.prices)
}
