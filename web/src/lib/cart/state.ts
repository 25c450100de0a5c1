import { create } from 'zustand'
import type { Qepik } from '@shared/price'
import { readStored, writeStored } from '@shared/storage'

/** A product that was added to the cart, until the server's cart has it. */
export interface GuestLine {
  productId: number
  quantity: number
  /** Idempotency key of its addition to the server's cart. */
  key: string
  /** In the language of the addition, for a message about a product that is no longer sold. */
  name: string
  /** When it was added, in milliseconds since 1970. */
  addedAt: number
  /** When it was first sent, in milliseconds since 1970; null before. Its answer has not arrived. */
  sentAt: number | null
  /** The payable price that the visitor saw last, only to tell of a change. */
  seenPrice: Qepik | null
}

interface GuestCartState {
  lines: readonly GuestLine[]
  /** False if the browser refuses to store them: they are lost with the page. */
  stored: boolean
}

/** The guest lines as of the last change in any tab; empty until the code that reads them is loaded. */
export const useGuestCart = create<GuestCartState>(() => ({ lines: [], stored: true }))

interface MergeState {
  status: 'idle' | 'merging' | 'failed'
  /** Lines that the server's cart has got and that the loaded cart lacks. */
  mergedLines: readonly GuestLine[]
  /** Keys of the additions that this page is sending, which are no part of a merge. */
  sending: readonly string[]
}

/** Whether the guest lines are being added to the server's cart. */
export const useMergeState = create<MergeState>(() => ({ status: 'idle', mergedLines: [], sending: [] }))

export const guestCartKey = 'guestCart'

/** Whether there are guest lines. Stored ones may be of another version. */
export const hasGuestCart = (): boolean => useGuestCart.getState().lines.length > 0 || readStored(guestCartKey) !== null

export function clearGuestCart(): void {
  useGuestCart.setState({ lines: [] })
  writeStored(guestCartKey, null)
}
