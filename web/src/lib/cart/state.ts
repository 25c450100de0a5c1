import { create } from 'zustand'
import type { Qepik } from '@shared/price'
import { readStored, writeStored } from '@shared/storage'

/** A product that was added to the cart, until the server's cart has it. */
export interface KeptLine {
  productId: number
  quantity: number
  /** Idempotency key of its addition to the server's cart. */
  key: string
  /** In the language of the press, for a message about a product that is no longer sold. */
  name: string
  /** When it was added, in milliseconds since 1970. */
  addedAt: number
  /** When it was first sent, in milliseconds since 1970; null before. Its answer has not arrived. */
  sentAt: number | null
  /** The payable price that the visitor saw last, only to tell of a change. */
  seenPrice: Qepik | null
}

interface KeptState {
  lines: readonly KeptLine[]
  /** False if the browser refuses to store them: they are lost with the page. */
  stored: boolean
}

/** The kept lines as of the last change in any tab; empty until the code that reads them is loaded. */
export const useKept = create<KeptState>(() => ({ lines: [], stored: true }))

interface MergingState {
  status: 'idle' | 'merging' | 'failed'
  /** Lines that the server's cart has got and that the loaded cart lacks. */
  landed: readonly KeptLine[]
  /** Keys of the presses that this page is sending, which are no part of a merge. */
  pressed: readonly string[]
}

/** Whether the kept lines are being added to the server's cart. */
export const useMerging = create<MergingState>(() => ({ status: 'idle', landed: [], pressed: [] }))

export const keptStorageKey = 'guestCart'

/** Whether lines are kept. Stored ones may be of another version. */
export const hasKept = (): boolean => useKept.getState().lines.length > 0 || readStored(keptStorageKey) !== null

export function clearKept(): void {
  useKept.setState({ lines: [] })
  writeStored(keptStorageKey, null)
}
