/**
 * The desk's records, as the REST contract names them. `openapi-typescript` replaces this file once `openapi.json` has the
 * calls of the desk.
 */
import type { Language } from '@shared/language'
import type { Measures } from '@shared/measures'

export const roles = ['owner', 'manager', 'sales', 'warehouse', 'editor'] as const
export type Role = (typeof roles)[number]

/** An instant of RFC 3339. */
export type Instant = string

/** A member of the staff, or the command line, which has no id. */
export interface Person {
  id: string | null
  name: string
}

interface Versioned {
  version: number
  changedBy: Person | null
  changedAt: Instant
}

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

export const notificationKinds = ['newQuote', 'followUpDue', 'offer', 'mention'] as const
export type NotificationKind = (typeof notificationKinds)[number]

export interface Me {
  id: string
  name: string
  lastname: string
  email: string
  phone: string | null
  role: Role
  storeId: string | null
  language: Language
  signature: string
  /** Whether single keys work as shortcuts. */
  shortcuts: boolean
  notifications: Record<NotificationKind, boolean>
  discountLimitPercent: number
  permissions: Permission[]
  recoveryCodesLeft: number
  version: number
}

export interface Session {
  step: 'enrol' | 'code' | 'done'
  expiresAt: Instant
  endsAt: Instant | null
  stepUpUntil: Instant | null
  staff: Me | null
}

export interface Invitation {
  email: string
  role: Role
  hasAccount: boolean
  expiresAt: Instant
}

export interface SecondFactor {
  id: string
  kind: 'totp'
  name: string
  isConfirmed: boolean
  createdAt: Instant
  lastUsedAt: Instant | null
}

/** Shown once. */
export interface NewSecondFactor {
  id: string
  kind: 'totp'
  secret: string
  otpauthUri: string
}

export interface ConfirmedFactor {
  session: Session
  /** Null where the person has some already. */
  recoveryCodes: string[] | null
}

export interface Device {
  id: string
  name: string
  createdAt: Instant
  lastUsedAt: Instant
  expiresAt: Instant
  isCurrent: boolean
}

export type StaffState = 'invited' | 'active' | 'disabled'

export interface Staff extends Versioned {
  id: string
  email: string
  name: string
  lastname: string
  role: Role
  state: StaffState
  storeId: string | null
  discountLimitPercent: number
  phone: string | null
  language: Language
  hasSecondFactor: boolean
  /** Null while the inquiry service does not answer. */
  openQuotes: number | null
  isOnline: boolean
  lastSeenAt: Instant | null
  invitedAt: Instant | null
  invitationExpiresAt: Instant | null
}

export interface TeamName {
  id: string
  name: string
  role: Role
  storeId: string | null
  isOnline: boolean
}

export interface Activity {
  id: string
  at: Instant
  service: string
  action: string
  actor: Person | null
  subject: { kind: string; id: string }
  changes: Record<string, [unknown, unknown]>
}

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

export interface FollowUp {
  kind: FollowUpKind
  at: Instant
  text: string
}

export interface QuoteCustomer {
  id: string | null
  name: string | null
  surname: string | null
  phone: string | null
  email: string | null
  userId: string | null
}

export interface QuoteProduct {
  productId: number
  code: string
  productName: string
  productNameAz: string
  productNameRu: string
  productNameEn: string
  productImage: string | null
  quantity: number
  color: string | null
}

/** A product with the size that the customer asks for. */
export interface QuoteItem extends QuoteProduct {
  measuring: 'standard' | 'own' | 'visit'
  /** Those of `own`; null where the note describes the size. */
  measures: Measures | null
  /** Of the customer; with `visit`, the place. Null without one and once wiped. */
  note: string | null
}

export interface QuoteRow extends Versioned {
  id: string
  number: string
  kind: QuoteKind
  status: QuoteStatus
  due: Due
  source: Source
  assignee: Person | null
  storeId: string | null
  language: Language
  customer: QuoteCustomer
  product: QuoteProduct | null
  followUp: FollowUp | null
  createdAt: Instant
  lastCustomerAt: Instant | null
  waitingSince: Instant | null
  promiseAt: Instant | null
  firstAnswerAt: Instant | null
  firstAnswerMinutes: number | null
  lostReason: Reason | null
  isWiped: boolean
}

export interface File {
  mediaId: string
  name: string
  type: string
  size: number
}

export type OfferEvent =
  | 'sent'
  | 'opened'
  | 'approvalAsked'
  | 'approved'
  | 'refused'
  | 'accepted'
  | 'declined'
  | 'changeAsked'
  | 'askedAgain'
  | 'expired'
  | 'superseded'
  | 'withdrawn'
  | 'reopened'

interface Details {
  created: { source: Source }
  status: { from: QuoteStatus; to: QuoteStatus; reason?: Reason | null }
  assigned: { from: Person | null; to: Person | null }
  note: { mentions: Person[]; files: File[] }
  contact: { channel: Channel; direction: 'out' | 'in'; outcome: Outcome; minutes?: number | null }
  /** `state` is null where it is not known: the mail is old, or this person may not read mails. */
  mail: { mailId: string; subject: string; state: 'waiting' | 'sent' | 'failed' | null; reason?: string | null }
  followUp: { from: FollowUp | null; to: FollowUp | null }
  offer: {
    offerId: string
    number: string
    revision: number
    what: OfferEvent
    total: number
    via?: 'link' | 'phone' | null
    reason?: string | null
  }
  order: { orderNumber: string }
  file: { files: File[] }
}

interface Entry<Kind extends keyof Details> {
  id: string
  at: Instant
  kind: Kind
  actor: Person | null
  text: string | null
  detail: Details[Kind]
}

export type TimelineEntry = { [Kind in keyof Details]: Entry<Kind> }[keyof Details]

export interface Quote extends QuoteRow {
  message: string | null
  /** The pieces of a quote, the first of which is `product`. A gateway of the version before sends none. */
  items?: QuoteItem[]
  timeline: TimelineEntry[]
  offers: { id: string; number: string; revision: number; state: string; total: number; validUntil: string }[]
  recentOfferTotals: number[]
  earlier: {
    quotes: { number: string; status: QuoteStatus; productName: string | null; createdAt: Instant }[]
    orders: { orderNumber: string; status: string; totalAmount: number; orderDate: Instant }[]
  }
  catalog: { price: number; discount: number; stockQuantity: number | null; isActive: boolean } | null
  suggestLost: boolean
  allowedStatuses: QuoteStatus[]
}

export interface QuoteCounts {
  overdue: number
  today: number
  new: number
  waiting: number
  later: number
  mine: number
  unassigned: number
  open: number
  byStatus: Record<QuoteStatus, number>
}

export interface Page<Row> {
  data: Row[]
  nextCursor: string | null
  /** Exact to 10,000; 10001 means more. */
  totalRecords: number
}

export type RecordKind = 'quote' | 'offer' | 'order' | 'customer' | 'product' | 'content' | 'staff' | 'mail'

export interface ChangeEvent {
  kind: RecordKind
  id: string
  what: string
  version: number | null
  by: string | null
  at: Instant
}

export interface Viewer {
  id: string
  name: string
  isEditing: boolean
}

export interface PresenceEvent {
  kind: RecordKind
  id: string
  people: Viewer[]
}
