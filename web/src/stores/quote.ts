import { create } from 'zustand'
import type { Product } from '@/lib/api/types'

/** The product that a visitor asks a quote for. */
export interface QuoteRequest {
  product: Product
  quantity: number
  /** Slug of the palette; null if none was chosen. */
  color: string | null
}

interface QuoteState {
  /** The dialog is open unless this is null. */
  request: QuoteRequest | null
}

export const useQuote = create<QuoteState>(() => ({ request: null }))

export function openQuote(request: QuoteRequest): void {
  useQuote.setState({ request })
}

export function closeQuote(): void {
  useQuote.setState({ request: null })
}

/** Closes the dialog unless it has been opened for another request meanwhile. */
export function finishQuote(finished: QuoteRequest): void {
  useQuote.setState(({ request }) => (request === finished ? { request: null } : {}))
}
