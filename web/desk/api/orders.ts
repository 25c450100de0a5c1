/** Orders, their payments and papers, as the REST contract names them. */
import type { Language } from '@shared/language'
import type { OrderAddress } from './offers'
import type { File, Instant, Person } from './types'

export const orderStatuses = ['Pending', 'Processing', 'Shipped', 'Delivered', 'Completed', 'Cancelled'] as const
export type OrderStatus = (typeof orderStatuses)[number]

export const paymentStatuses = ['Pending', 'Processing', 'Paid', 'Unpaid', 'Refunded'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

export const orderSources = ['website', 'offer', 'walkIn', 'phone', 'whatsapp', 'other'] as const
export type OrderSource = (typeof orderSources)[number]

export const cancelReasons = ['customerChangedMind', 'unpaid', 'outOfStock', 'duplicate', 'mistake', 'other'] as const
export type CancelReason = (typeof cancelReasons)[number]

/** Why an order is cancelled: a reason of the desk, or who cancelled it elsewhere; `lapsed` orders cancelled themselves. */
export type CancelledBecause = CancelReason | 'customer' | 'staff' | 'lapsed'

export const paymentMethods = ['cash', 'card', 'transfer', 'other'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** When and by whom an order is handed over. */
export interface Delivery {
  method: 'delivery' | 'pickup'
  /** Date in Baku. */
  on: string | null
  /** Times of day, both or neither. */
  from: string | null
  to: string | null
  crew: string
  note: string
}

export interface OrderRow {
  id: string
  orderNumber: string
  orderDate: Instant
  status: OrderStatus
  paymentStatus: PaymentStatus
  /** AZN, as all sums here. */
  totalAmount: number
  paidAmount: number
  refundedAmount: number
  balance: number
  source: OrderSource
  offerId: string | null
  offerNumber: string | null
  quoteNumber: string | null
  userId: string | null
  language: Language
  customer: { id: string | null; name: string | null; phone: string | null; email: string | null }
  city: string
  itemsCount: number
  assignee: Person | null
  delivery: Delivery | null
  version: number
  changedBy: Person | null
  changedAt: Instant
}

export interface OrderItem {
  id: string
  /** Null on a free line. */
  productId: number | null
  code: string | null
  productName: string
  productNameAz: string
  productNameRu: string
  productNameEn: string
  productImage: string | null
  detail: string
  quantity: number
  /** Null on orders from before prices were kept with their discount. */
  listPrice: number | null
  discount: number | null
  unitPrice: number
  subtotal: number
  isMadeToOrder: boolean
  /** Null where none is kept, or while catalog is away. */
  stockLeft: number | null
}

export interface Payment {
  id: string
  at: Instant
  kind: 'in' | 'out'
  amount: number
  method: PaymentMethod
  storeId: string | null
  text: string
  actor: Person | null
}

interface Details {
  status: { from: OrderStatus | null; to: OrderStatus; reason: CancelledBecause | null }
  payment: { paymentId: string; kind: 'in' | 'out'; amount: number; method: PaymentMethod }
  paymentStatus: { from: PaymentStatus; to: PaymentStatus }
  delivery: { from: Delivery | null; to: Delivery | null }
  assigned: { from: Person | null; to: Person | null }
  note: { mentions: Person[]; files: File[] }
  /** The customer added the order to an account by its link. */
  claimed: object
  /** `state` is null where it is not known. */
  mail: { mailId: string; kind: string; state: 'waiting' | 'sent' | 'failed' | null }
}

export type OrderEvent = {
  [Kind in keyof Details]: { id: string; at: Instant; kind: Kind; actor: Person | null; text: string | null; detail: Details[Kind] }
}[keyof Details]

export interface Order extends OrderRow {
  items: OrderItem[]
  deliveryPrice: number
  /** Null once it is deleted. */
  shippingAddress: OrderAddress | null
  /** Null for the warehouse. */
  billingAddress: OrderAddress | null
  payments: Payment[]
  history: { status: OrderStatus; at: Instant }[]
  timeline: OrderEvent[]
  allowedStatuses: OrderStatus[]
  cancelReason: CancelledBecause | null
  /** Null for the warehouse. */
  otherOrders: { orderNumber: string; status: OrderStatus; totalAmount: number; orderDate: Instant }[] | null
}

export interface OrderCounts {
  open: number
  new: number
  deliveringTomorrow: number
  unpaid: number
  mine: number
  all: number
  byStatus: Record<OrderStatus, number>
}

interface PaperLine {
  code: string | null
  name: string
  detail: string
  imageUrl: string | null
  quantity: number
}

interface PaperHead {
  orderNumber: string
  orderDate: Instant
  status: OrderStatus
  customerName: string | null
  delivery: Delivery | null
  printedAt: Instant
  printedBy: Person
}

export interface PickSlip extends PaperHead {
  lines: PaperLine[]
}

export interface DeliveryNote extends PaperHead {
  lines: (PaperLine & { unitPrice: number; subtotal: number })[]
  shippingAddress: OrderAddress
  deliveryPrice: number
  totalAmount: number
  paidAmount: number
  balance: number
}
