import type { Schemas } from '@shared/api/contract'

// The closed sets of words in the contract, in the order in which choices list them.

export const roles = ['owner', 'manager', 'sales', 'warehouse', 'editor'] as const
export type Role = (typeof roles)[number]

export const notificationKinds = ['newQuote', 'followUpDue', 'offer', 'mention'] as const
export type NotificationKind = (typeof notificationKinds)[number]

export const quoteStatuses = ['new', 'assigned', 'waiting', 'offered', 'won', 'lost', 'closed'] as const
export type QuoteStatus = (typeof quoteStatuses)[number]

export const quoteKinds = ['quote', 'contact', 'catalogue'] as const
export type QuoteKind = (typeof quoteKinds)[number]

export const sources = ['website', 'walkIn', 'phone', 'whatsapp', 'mail', 'other'] as const
export type Source = (typeof sources)[number]

export const dues = ['overdue', 'today', 'new', 'waiting', 'later', 'done'] as const
export type Due = (typeof dues)[number]

export const followUpKinds = ['call', 'visit', 'measure', 'offer', 'other'] as const
export type FollowUpKind = (typeof followUpKinds)[number]

export const lostReasons = ['price', 'time', 'competitor', 'noAnswer', 'notMade', 'other'] as const
export const closedReasons = ['catalogue', 'question', 'spam', 'duplicate', 'other'] as const
export type Reason = (typeof lostReasons)[number] | (typeof closedReasons)[number]

export type Channel = 'call' | 'whatsapp' | 'mail' | 'visit'

export const callOutcomes = ['talked', 'noAnswer', 'busy', 'wrongNumber'] as const
export type Outcome = (typeof callOutcomes)[number] | 'sent' | 'replied'

export type OfferState = 'draft' | 'sent' | 'opened' | 'accepted' | 'declined' | 'expired' | 'superseded' | 'withdrawn'

export type MailState = 'waiting' | 'sent' | 'failed'

export type OrderStatus = Schemas['OrderStatus']
export const orderStatuses = ['Pending', 'Processing', 'Shipped', 'Delivered', 'Completed', 'Cancelled'] as const satisfies readonly OrderStatus[]

export type PaymentStatus = Schemas['PaymentStatus']
export const paymentStatuses = ['Pending', 'Processing', 'Paid', 'Unpaid', 'Refunded'] as const satisfies readonly PaymentStatus[]

export const orderSources = ['website', 'offer', 'walkIn', 'phone', 'whatsapp', 'other'] as const
export type OrderSource = (typeof orderSources)[number]

export const cancelReasons = ['customerChangedMind', 'unpaid', 'outOfStock', 'duplicate', 'mistake', 'other'] as const
export type CancelReason = (typeof cancelReasons)[number]

/** Why an order is cancelled: a reason of the desk, or who cancelled it elsewhere; `lapsed` orders cancelled themselves. */
export type CancelledBecause = CancelReason | 'customer' | 'staff' | 'lapsed'

export const paymentMethods = ['cash', 'card', 'transfer', 'other'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

export type RecordKind = 'quote' | 'offer' | 'order' | 'customer' | 'product' | 'content' | 'staff' | 'mail'

export type Permission =
  | `quotes.${'read' | 'write' | 'create' | 'note' | 'assign'}`
  | `offers.${'write' | 'approve' | 'acceptLate'}`
  | `orders.${'read' | 'create' | 'assign' | 'note' | 'delivery' | 'process' | 'ship' | 'complete' | 'cancel'}`
  | `payments.${'take' | 'refund'}`
  | `customers.${'read' | 'write' | 'discount' | 'merge' | 'wipe'}`
  | `products.${'read' | 'text' | 'price'}`
  | 'stock.write'
  | 'today.read'
  | 'search'
  | 'stream'
  | `media.${'picture' | 'file'}`
  | 'content.write'
  | 'mail.read'
  | `templates.${'read' | 'write'}`
  | 'deadLetters'
  | `team.${'read' | 'write'}`
  | 'activity.read'
  | 'views.share'
