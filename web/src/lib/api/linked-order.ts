import { queryOptions } from '@tanstack/react-query'
import type { Language } from '@shared/language'
import type { Translated } from '@/lib/localized'
import { call } from './client'

/** Planned delivery in Baku. */
export interface LinkedDelivery {
  /** Date. */
  on: string | null
  /** Times of day. */
  from: string | null
  to: string | null
}

export interface LinkedOrderItem extends Translated<'productName'> {
  productImage: string | null
  detail: string | null
  quantity: number
  /** AZN, as all sums here. */
  unitPrice: number
  subtotal: number
}

export interface LinkedOrderEvent {
  at: string
  kind: string
  /** Of `status`. */
  status: string | null
  /** Of `paid` and `returned`. */
  amount: number | null
  /** Of `delivery`. */
  delivery: LinkedDelivery | null
}

/** An order as the page of its link shows it, without a session. */
export interface LinkedOrder {
  orderNumber: string
  orderDate: string
  status: string
  paymentStatus: string
  language: Language | null
  offerNumber: string | null
  items: LinkedOrderItem[]
  deliveryPrice: number
  totalAmount: number
  paidAmount: number
  balance: number
  delivery: LinkedDelivery | null
  city: string | null
  /** Without the house. */
  street: string | null
  steps: { status: string; at: string }[]
  /** Oldest first. */
  history: LinkedOrderEvent[]
  /** The contact person. */
  contact: { name: string; phone: string | null } | null
  /** Whether the order belongs to an account. */
  hasAccount: boolean
}

/** The order of a link's token; asked again when the customer comes back to the page, for its steps. */
export const linkedOrderQuery = (token: string) =>
  queryOptions({
    queryKey: ['linked-order', token],
    queryFn: ({ signal }) => call('POST', '/orders/view', { body: { token }, signal }) as Promise<LinkedOrder>,
    enabled: token !== '',
    refetchOnWindowFocus: true,
  })
