import { http, HttpResponse, type HttpHandler } from 'msw'
import type { PublicOffer } from '@/features/offer/calls'
import { errorResponse } from './customer'

export const offerToken = 'ST-0M4K7Q2X.k3J9wQ7dYx2LmT0aVb5cZg'

// An invented person, number and sum.
export const publicOffer: PublicOffer = {
  number: 'ST-0M4K7Q2X',
  revision: 1,
  state: 'opened',
  language: 'en',
  customerName: 'Marina',
  validUntil: '2099-12-07',
  makeDays: 25,
  depositPercent: 30,
  deliveryText: 'Delivery and assembly, Baku',
  deliveryPrice: 0,
  message: 'The worktop is 92 cm high.',
  lines: [
    {
      name: 'Corner kitchen, oak',
      detail: '285 × 215 × 235 cm',
      imageUrl: '/images/products/mt-205/1-960.webp',
      design: null,
      quantity: 1,
      listPrice: 6840,
      discount: 15,
      unitPrice: 5814,
      subtotal: 5814,
      vat: null,
    },
    {
      name: 'Drawer slides, pair',
      detail: '',
      imageUrl: null,
      design: null,
      quantity: 6,
      listPrice: 34.45,
      discount: 0,
      unitPrice: 34.45,
      subtotal: 206.7,
      vat: null,
    },
  ],
  listTotal: 7046.7,
  discountTotal: 1026,
  total: 6020.7,
  deposit: 1806.21,
  vat: null,
  sentAt: '2026-11-23T10:40:00Z',
  decidedAt: null,
  askedAt: null,
  sender: { name: 'Nigar Əliyeva', phone: '+994500001122' },
  needsSizeConfirmed: false,
  needsMeasuring: false,
  files: [],
  order: null,
}

const errorKey = (name: string) => `OFFER.${name}`

const ok = (data: PublicOffer) => HttpResponse.json({ success: true, data, message: null })

const refuse = (errors: Record<string, string>, data: PublicOffer) =>
  HttpResponse.json({ success: false, data, message: '', errors }, { status: 409 })

interface FakeOffer {
  offer: PublicOffer
  /** Addresses and bodies of the calls. */
  calls: { url: string; body: Record<string, unknown> }[]
}

/** Answers the customer's calls of one offer as the contract says. */
export function customerOffer(changes: Partial<PublicOffer> = {}): { state: FakeOffer; handlers: HttpHandler[] } {
  const state: FakeOffer = { offer: { ...publicOffer, ...changes }, calls: [] }
  const call = (name: string, answer: (body: Record<string, unknown>) => Response) =>
    http.post(`*/api/v1.0/offers/${name}`, async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>
      state.calls.push({ url: request.url, body })
      if (body.token !== offerToken) return errorResponse(404, '', { token: errorKey('NOT_FOUND') })
      return answer(body)
    })
  const decide = (next: 'accepted' | 'declined') => (body: Record<string, unknown>) => {
    const { offer } = state
    if (body.revision !== offer.revision) return refuse({ revision: errorKey('SUPERSEDED') }, offer)
    if (next === 'accepted' && body.total !== offer.total) return refuse({ total: errorKey('OTHER_TOTAL') }, offer)
    if (offer.state === next) return ok(offer)
    if (offer.state !== 'opened') return refuse({ general: errorKey(offer.state.toUpperCase()) }, offer)
    state.offer = { ...offer, state: next, decidedAt: '2026-11-24T07:00:00Z' }
    return ok(state.offer)
  }
  const ask = (isOpen: boolean) => () => {
    const { offer } = state
    if ((offer.state === 'opened') !== isOpen) return refuse({ general: errorKey(offer.state.toUpperCase()) }, offer)
    state.offer = { ...offer, askedAt: '2099-12-31T07:00:00Z' }
    return ok(state.offer)
  }
  const handlers = [
    call('view', () => ok(state.offer)),
    call('accept', decide('accepted')),
    call('decline', decide('declined')),
    call('ask-change', ask(true)),
    call('ask-again', ask(false)),
  ]
  return { state, handlers }
}
