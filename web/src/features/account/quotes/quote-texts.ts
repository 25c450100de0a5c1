import type { Schemas } from '@shared/api/contract'
import type { StatusTone } from '@shared/order-status'
import type { TextKey } from '@shared/text-key'

interface Shown {
  text: TextKey
  tone: StatusTone
}

/** Text and colour of the state of a quote request. */
export const progressTexts: Readonly<Record<Schemas['QuoteProgress'], Shown>> = {
  received: { text: 'ACCOUNT.QUOTES.RECEIVED', tone: 'amber' },
  answered: { text: 'ACCOUNT.QUOTES.ANSWERED', tone: 'ink' },
  offered: { text: 'ACCOUNT.QUOTES.OFFERED', tone: 'ink' },
  accepted: { text: 'ACCOUNT.QUOTES.ACCEPTED', tone: 'emerald' },
  closed: { text: 'ACCOUNT.QUOTES.CLOSED', tone: 'grey' },
}

/** Text and colour of the states of an offer that its customer sees; others are not shown. */
export const offerTexts: Readonly<Partial<Record<Schemas['OfferState'], Shown>>> = {
  accepted: { text: 'ACCOUNT.QUOTES.OFFER_ACCEPTED', tone: 'emerald' },
  declined: { text: 'ACCOUNT.QUOTES.OFFER_DECLINED', tone: 'ink' },
  expired: { text: 'ACCOUNT.QUOTES.OFFER_EXPIRED', tone: 'ink' },
  withdrawn: { text: 'ACCOUNT.QUOTES.OFFER_WITHDRAWN', tone: 'ink' },
}

/** Whether the customer can accept an offer. */
export function isOpen(state: Schemas['OfferState']): boolean {
  return state === 'sent' || state === 'opened'
}
