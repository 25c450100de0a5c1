/** Offers and what makes orders of them, as the REST contract names them. */
import type { Language } from '@shared/language'
import type { Delivery } from './orders'
import type { Instant, Person } from './types'

export const offerStates = ['draft', 'sent', 'opened', 'accepted', 'declined', 'expired', 'superseded', 'withdrawn'] as const
export type OfferState = (typeof offerStates)[number]

/** What the catalogue says of a line's product now. */
export interface LineCatalog {
  /** AZN. */
  price: number
  /** Whole percent. */
  discount: number
  /** Null where none is kept. */
  stockQuantity: number | null
  isActive: boolean
}

export interface OfferLine {
  id: string
  productId: number | null
  code: string | null
  name: string
  detail: string
  imageUrl: string | null
  quantity: number
  listPrice: number
  discount: number
  unitPrice: number
  subtotal: number
  /** Null on free lines, and while catalog is away. */
  catalog: LineCatalog | null
}

export interface Approval {
  state: 'none' | 'asked' | 'given' | 'refused'
  askedBy: Person | null
  askedAt: Instant | null
  decidedBy: Person | null
  decidedAt: Instant | null
  text: string | null
}

/** One revision; the revisions of an offer share its number. */
export interface Offer {
  id: string
  number: string
  revision: number
  state: OfferState
  quoteNumber: string
  language: Language
  /** Date in Baku; the offer holds until its end. */
  validUntil: string
  makeDays: number | null
  depositPercent: number
  deliveryText: string
  deliveryPrice: number
  message: string
  remind: boolean
  lines: OfferLine[]
  listTotal: number
  discountTotal: number
  total: number
  deposit: number
  isOverLimit: boolean
  approval: Approval
  sentBy: Person | null
  sentAt: Instant | null
  openedAt: Instant | null
  decidedAt: Instant | null
  decidedVia: 'link' | 'phone' | null
  decidedBy: Person | null
  reason: 'price' | 'time' | 'competitor' | 'other' | null
  reasonText: string | null
  /** Where the customer wants the delivery, as typed on the offer's page. */
  wishAddress?: string | null
  mail: { id: string; state: 'waiting' | 'sent' | 'failed'; reason: string | null } | null
  orderNumber: string | null
  createdBy: Person | null
  createdAt: Instant
  version: number
  changedBy: Person | null
  changedAt: Instant
}

/** A line as it is saved; without an id it is new. */
export interface LineInput {
  id?: string
  productId: number | null
  name: string
  detail: string
  imageUrl: string | null
  quantity: number
  listPrice: number
  discount: number
}

/** The fields of a draft that can be changed. */
export interface OfferFields {
  language: Language
  validUntil: string
  makeDays: number | null
  depositPercent: number
  deliveryText: string
  deliveryPrice: number
  message: string
  remind: boolean
  lines: LineInput[]
}

export interface OfferLink {
  url: string
  token: string
  /** Null without a phone. */
  whatsappUrl: string | null
}

export interface OrderAddress {
  firstName: string
  lastName: string
  email: string
  phone: string
  address: string
  city: string
  state: string
  postalCode: string
  country: string
}

export interface NewOrder {
  offerId: string
  shippingAddress: OrderAddress
  billingAddress: OrderAddress | null
  /** `notify` mails the plan to the customer. */
  delivery: (Delivery & { notify: boolean }) | null
  /** Ids of lines that reserve nothing. */
  madeToOrder: string[]
  /** Ids of lines that the order does not contain. */
  leaveOut: string[]
}
