import { ApiError, apiError } from '@shared/api/error'
import { send } from '@/lib/api/transport'
import type { Language } from '@shared/language'

export type OfferState = 'draft' | 'sent' | 'opened' | 'accepted' | 'declined' | 'expired' | 'superseded' | 'withdrawn'

export const declineReasons = ['price', 'time', 'competitor', 'other'] as const
export type DeclineReason = (typeof declineReasons)[number]

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
  /** Date and times of day in Baku. */
  delivery: { on: string | null; from: string | null; to: string | null } | null
  history: { status: string; at: string }[]
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
  sender: { name: string; phone: string | null } | null
  order: OfferOrder | null
}

/** An answer that came too late or to another sum; `present` is the offer as it is now. */
export class OfferConflict extends ApiError {
  constructor(
    refusal: ApiError,
    readonly present: PublicOffer,
  ) {
    super(refusal.status, refusal.message, refusal.errors)
  }
}

async function call(name: 'view' | 'accept' | 'decline', body: object): Promise<PublicOffer> {
  const request = new Request(`${window.location.origin}/api/v1.0/offers/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(body),
  })
  const response = await send(request)
  const answer = (await response.json().catch(() => null)) as { data?: PublicOffer | null } | null
  const offer = answer?.data ?? null
  if (response.ok && offer !== null) return offer
  const refusal = apiError(response.status, answer)
  throw response.status === 409 && offer !== null ? new OfferConflict(refusal, offer) : refusal
}

// The token travels in bodies only: an address would be in logs and histories of servers on the way.

export const viewOffer = (token: string) => call('view', { token })

/** Accepts the revision and the sum that the customer saw. */
export const acceptOffer = (token: string, { revision, total }: PublicOffer) => call('accept', { token, revision, total })

export const declineOffer = (token: string, { revision }: PublicOffer, reason: DeclineReason, text: string) =>
  call('decline', { token, revision, reason, text })
