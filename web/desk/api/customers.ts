/** Customers, as the REST contract names them. */
import type { Language } from '@shared/language'
import type { OrderAddress } from './offers'
import type { OrderRow } from './orders'
import type { Instant, Person, QuoteRow, TimelineEntry } from './types'

export interface CustomerRow {
  id: string
  /** Whole name; null once it is wiped, as phone and e-mail. */
  name: string | null
  /** The newest of several. */
  phone: string | null
  email: string | null
  language: Language | null
  userId: string | null
  lastContactAt: Instant | null
  quotesCount: number
  ordersCount: number
  /** AZN, without cancelled orders. */
  ordersTotal: number
  isWiped: boolean
  version: number
  changedBy: Person | null
  changedAt: Instant | null
}

/** An entry of a quote's timeline, with the quote's number. */
export type CustomerEntry = TimelineEntry & { number: string }

export interface Customer extends CustomerRow {
  /** Newest first, as the e-mails. */
  phones: string[]
  emails: string[]
  note: string
  /** Whole percent; null without an account. */
  discount: number | null
  /** Whether a public discount is above the personal one. */
  isDiscountWorse: boolean
  addresses: OrderAddress[]
  /** The newest 50. */
  quotes: QuoteRow[]
  /** The newest 50. */
  orders: OrderRow[]
  /** The newest 100. */
  timeline: CustomerEntry[]
}
