import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useQuery } from '@shared/query/use-query'
import { isConflict, sendAnswer, viewOffer, type Answer, type PublicOffer } from './calls'

const offerKey = (token: string) => ['offer', token] as const

/** The newest sent revision; asked again when the customer comes back to the page, for the steps of the order. */
export const useOffer = (token: string) =>
  useQuery({
    queryKey: offerKey(token),
    queryFn: () => viewOffer(token),
    enabled: token !== '',
    refetchOnWindowFocus: true,
  })

/** Sends an answer; where the offer is another one meanwhile, that one is shown. */
export function useAnswer(token: string, offer: PublicOffer) {
  const client = useQueryClient()
  const show = (present: PublicOffer) => client.setQueryData(offerKey(token), present)
  return useMutation({
    mutationFn: (answer: Answer) => sendAnswer(token, offer, answer),
    onSuccess: show,
    onError: (error) => {
      if (isConflict(error)) show(error.data)
    },
  })
}
