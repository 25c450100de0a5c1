import { create } from 'zustand'
import type { Product } from '@/lib/api/types'
import type { Contacts } from '@/lib/quote/contacts'
import type { Measuring } from '@/lib/quote/pieces'
import type { Receipt } from '@/lib/quote/send'
import { useSession } from '@/lib/session'
import type { MeasuresOf } from '@shared/niche'

/** The product that a visitor asks a quote for. */
export interface QuoteRequest {
  product: Product
  quantity: number
  /** Slug of the palette; null if none was chosen. */
  color: string | null
  /** Initial values of the form; the draft's values by default. */
  measuring?: Measuring | undefined
  /** Object of the measures; the piece by default. */
  measuresOf?: MeasuresOf | undefined
  /** Width that the form begins with, in millimetres. */
  widthMm?: number | undefined
  /** Height that the form begins with, in millimetres. */
  heightMm?: number | undefined
}

/** A request that the shop has received. */
export interface SentQuote extends Receipt {
  /** The pieces in words, for a message. */
  pieces: string
  /** Name of the screen that closing leads to. */
  back: 'QUOTE.TO_SHOP' | 'SELECTION.BACK'
  /** Path that closing leads to; null where the visitor stays. */
  next: string | null
}

interface QuoteState {
  /** The dialog is open unless this is null. */
  request: QuoteRequest | null
  /** The alert is open unless this is null. */
  sent: SentQuote | null
  /** The last sent contacts of a visitor without a session, in this tab only. */
  contacts: { customer: number; values: Contacts } | null
}

export const useQuote = create<QuoteState>(() => ({ request: null, sent: null, contacts: null }))

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

/** Says that a request was received. The contacts of a visitor who is not signed in fill the next form. */
export function showSent(sent: SentQuote, values: Contacts): void {
  const { status, customer } = useSession.getState()
  useQuote.setState({ sent, contacts: status === 'signed-in' ? null : { customer, values } })
}

export function closeSent(): void {
  useQuote.setState({ sent: null })
}
