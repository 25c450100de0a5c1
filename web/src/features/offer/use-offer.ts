import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { acceptOffer, declineOffer, OfferConflict, viewOffer, type DeclineReason, type PublicOffer } from './calls'

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

/** The token in the fragment of the address, which browsers send to no server. */
export const useToken = (): string => useSyncExternalStore(subscribe, () => window.location.hash.slice(1))

const offerKey = (token: string) => ['offer', token] as const

/** The newest sent revision; asked again when the customer comes back to the page, for the steps of the order. */
export const useOffer = (token: string) =>
  useQuery({
    queryKey: offerKey(token),
    queryFn: () => viewOffer(token),
    enabled: token !== '',
    refetchOnWindowFocus: true,
  })

export type Answer = { kind: 'accept' } | { kind: 'decline'; reason: DeclineReason; text: string }

/** Accepts or declines; where the offer is another one meanwhile, that one is shown. */
export function useAnswer(token: string, offer: PublicOffer) {
  const client = useQueryClient()
  const show = (present: PublicOffer) => client.setQueryData(offerKey(token), present)
  return useMutation({
    mutationFn: (answer: Answer) =>
      answer.kind === 'accept' ? acceptOffer(token, offer) : declineOffer(token, offer, answer.reason, answer.text),
    onSuccess: show,
    onError: (error) => {
      if (error instanceof OfferConflict) show(error.present)
    },
  })
}
