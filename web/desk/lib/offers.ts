import { useLocation } from 'wouter'
import { call, query } from '@desk/api/client'
import { queryClient } from '@desk/api/query-client'
import type { Offer } from '@desk/api/records'
import type { OfferState } from '@desk/api/words'
import type { StatusView } from '@desk/components/Parts'
import { useChange } from './use-change'

export const offerStateTexts = {
  draft: { text: 'OFFERS.DRAFT', tone: 'ink', isFilled: false },
  sent: { text: 'OFFERS.SENT', tone: 'ink', isFilled: true },
  opened: { text: 'OFFERS.OPENED', tone: 'amber', isFilled: true },
  accepted: { text: 'OFFERS.ACCEPTED', tone: 'emerald', isFilled: true },
  declined: { text: 'OFFERS.DECLINED', tone: 'ruby', isFilled: true },
  expired: { text: 'OFFERS.EXPIRED', tone: 'ruby', isFilled: false },
  superseded: { text: 'OFFERS.SUPERSEDED', tone: 'grey', isFilled: false },
  withdrawn: { text: 'OFFERS.WITHDRAWN', tone: 'grey', isFilled: true },
} as const satisfies Record<OfferState, StatusView>

/** How a state is drawn; a word that the desk does not know stands for itself. */
export function offerStateView(state: string): StatusView | null {
  return state in offerStateTexts ? offerStateTexts[state as OfferState] : null
}

/** Path of an offer below `/desk`. */
export const offerPath = (quoteNumber: string, id: string) => `/quotes/${quoteNumber}/offer/${id}`

/** Reads a quote and its offers again. */
export function reloadOffersOf(number: string): void {
  void queryClient.invalidateQueries({ queryKey: query('/desk/quotes/{number}/offers', { path: { number } }).queryKey })
  void queryClient.invalidateQueries({ queryKey: query('/desk/quotes/{number}', { path: { number } }).queryKey })
}

/** Shows a changed offer, and reads the lists and the quote that it belongs to again. */
export function keepOffer(offer: Offer): void {
  queryClient.setQueryData(query('/desk/offers/{id}', { path: { id: offer.id } }).queryKey, offer)
  reloadOffersOf(offer.quoteNumber)
}

/** Makes a draft of a quote, empty or a copy of another offer, and opens it. */
export function useCreateOffer(quoteNumber: string) {
  const [, navigate] = useLocation()
  return useChange({
    send: (copyFrom: string | null, keyFor) => {
      const body = { copyFrom }
      return call('POST', '/desk/quotes/{number}/offers', { path: { number: quoteNumber }, body, key: keyFor(body) })
    },
    onDone: (offer) => {
      keepOffer(offer)
      navigate(offerPath(quoteNumber, offer.id))
    },
  })
}
