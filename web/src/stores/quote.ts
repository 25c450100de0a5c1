import { create } from 'zustand'
import type { Product } from '@/lib/api/types'

/** What a visitor asks the price of. */
export interface QuoteRequest {
  product: Product
  quantity: number
  /** Slug of the palette; nothing where none was chosen. */
  color: string | null
}

interface QuoteState {
  /** The dialog is open while there is one. */
  request: QuoteRequest | null
}

export const useQuote = create<QuoteState>(() => ({ request: null }))

export function askForQuote(request: QuoteRequest): void {
  useQuote.setState({ request })
}

export function closeQuote(): void {
  useQuote.setState({ request: null })
}
