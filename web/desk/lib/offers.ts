import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { AttemptKeys } from '@shared/api/attempt'
import { desk } from '@desk/api/client'
import { queryKeys } from '@desk/api/keys'
import type { Offer, OfferState } from '@desk/api/offers'
import { queryClient } from '@desk/api/query-client'
import type { TextKey } from '@desk/i18n/text-key'
import type { Tone } from '@desk/components/Parts'
import { errorText } from './errors'
import { showToast } from './toasts'

export const offerStateTexts = {
  draft: { text: 'OFFERS.DRAFT', tone: 'ink', isFilled: false },
  sent: { text: 'OFFERS.SENT', tone: 'ink', isFilled: true },
  opened: { text: 'OFFERS.OPENED', tone: 'amber', isFilled: true },
  accepted: { text: 'OFFERS.ACCEPTED', tone: 'emerald', isFilled: true },
  declined: { text: 'OFFERS.DECLINED', tone: 'ruby', isFilled: true },
  expired: { text: 'OFFERS.EXPIRED', tone: 'ruby', isFilled: false },
  superseded: { text: 'OFFERS.SUPERSEDED', tone: 'grey', isFilled: false },
  withdrawn: { text: 'OFFERS.WITHDRAWN', tone: 'grey', isFilled: true },
} as const satisfies Record<OfferState, { text: TextKey; tone: Tone; isFilled: boolean }>

/** How a state is drawn; a word that the desk does not know stands for itself. */
export function offerStateView(state: string): { text: TextKey; tone: Tone; isFilled: boolean } | null {
  return state in offerStateTexts ? offerStateTexts[state as OfferState] : null
}

/** Path of an offer below `/desk`. */
export const offerPath = (quoteNumber: string, id: string) => `/quotes/${quoteNumber}/offer/${id}`

/** Shows a changed offer, and reads the lists and the quote that it belongs to again. */
export function keepOffer(offer: Offer): void {
  queryClient.setQueryData(queryKeys.offer(offer.id), offer)
  void queryClient.invalidateQueries({ queryKey: queryKeys.offersOf(offer.quoteNumber) })
  void queryClient.invalidateQueries({ queryKey: queryKeys.quote(offer.quoteNumber) })
}

/** Makes a draft of a quote, empty or a copy of another offer, and opens it. */
export function useCreateOffer(quoteNumber: string) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const [keys] = useState(() => new AttemptKeys())
  return useMutation({
    mutationFn: (copyFrom: string | null) => {
      const body = { copyFrom }
      return desk.send<Offer>('POST', `quotes/${quoteNumber}/offers`, { body, key: keys.keyFor(body) })
    },
    onSuccess: (offer) => {
      keys.finish()
      keepOffer(offer)
      navigate(offerPath(quoteNumber, offer.id))
    },
    onError: (error) => showToast({ tone: 'error', text: errorText(t, error) }),
  })
}
