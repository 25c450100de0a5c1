import type { Schemas } from '@shared/api/contract'
import type { Language } from '@shared/language'
import { ApiError } from '@shared/api/error'
import { call } from '@/lib/api/client'
import type { LinkedDelivery } from '@/lib/api/linked-order'

export type OfferState = Schemas['OfferState']

export type DeclineReason = Extract<Schemas['InquiryReason'], 'price' | 'time' | 'competitor' | 'other'>

export type CallWindow = Schemas['CallWindow']

export const maxAddress = 200
/** Longest wish or comment. */
export const maxText = 1_000

export interface OfferLine {
  name: string
  detail: string
  imageUrl: string | null
  quantity: number
  /** AZN, as all sums here. */
  listPrice: number
  /** Whole percent. */
  discount: number
  unitPrice: number
  subtotal: number
}

export interface OfferOrder {
  orderNumber: string
  status: string
  paymentStatus: string
  totalAmount: number
  paidAmount: number
  delivery: LinkedDelivery | null
  history: { status: string; at: string }[]
  /** Of the order's link; `null` once it has expired. */
  token?: string | null
}

/** An offer as its customer sees it. */
export interface PublicOffer {
  number: string
  revision: number
  state: OfferState
  language: Language
  customerName: string | null
  /** Date in Baku; the offer holds until its end. */
  validUntil: string
  makeDays: number | null
  depositPercent: number
  deliveryText: string
  deliveryPrice: number
  message: string
  lines: OfferLine[]
  listTotal: number
  discountTotal: number
  total: number
  deposit: number
  sentAt: string
  decidedAt: string | null
  /** When the customer last asked for a change of this revision, or for a new offer after it. */
  askedAt?: string | null
  sender: { name: string; phone: string | null } | null
  order: OfferOrder | null
}

/** An answer that came too late or to another sum; `data` is the offer as it is now. */
type OfferConflict = ApiError & { data: PublicOffer }
export const isConflict = (error: Error | null): error is OfferConflict =>
  error instanceof ApiError && error.status === 409 && error.data !== null

/** Decision of the customer on an offer. */
export type Answer =
  | { kind: 'accept'; address: string; callWindow: CallWindow | null }
  | { kind: 'decline'; reason: DeclineReason; text: string }
  | { kind: 'change'; text: string }
  | { kind: 'again' }

export const viewOffer = (token: string) => call('POST', '/offers/view', { body: { token } }) as Promise<PublicOffer>

/** Sends an answer to the revision and, of an acceptance, the sum that the customer saw. */
export function sendAnswer(token: string, { revision, total }: PublicOffer, answer: Answer): Promise<PublicOffer> {
  return answerCall(token, revision, total, answer) as Promise<PublicOffer>
}

function answerCall(token: string, revision: number, total: number, answer: Answer) {
  switch (answer.kind) {
    case 'accept': {
      const { address, callWindow } = answer
      const wishes = { ...(address !== '' && { address }), ...(callWindow !== null && { callWindow }) }
      return call('POST', '/offers/accept', { body: { token, revision, total, ...wishes } })
    }
    case 'decline':
      return call('POST', '/offers/decline', { body: { token, revision, reason: answer.reason, text: answer.text } })
    case 'change':
      return call('POST', '/offers/ask-change', { body: { token, revision, text: answer.text } })
    case 'again':
      return call('POST', '/offers/ask-again', { body: { token } })
  }
}
