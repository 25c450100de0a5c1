import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AttemptKeys } from '@shared/api/attempt'
import { desk } from '@desk/api/client'
import { DeskError } from '@desk/api/error'
import { queryKeys } from '@desk/api/keys'
import type { Offer } from '@desk/api/offers'
import type { Quote } from '@desk/api/types'
import { errorText } from '@desk/lib/errors'
import { keepOffer } from '@desk/lib/offers'
import { showToast } from '@desk/lib/toasts'

export const useOffer = (id: string) =>
  useQuery({ queryKey: queryKeys.offer(id), queryFn: () => desk.get<Offer>(`offers/${id}`) })

export const useQuote = (number: string) =>
  useQuery({ queryKey: queryKeys.quote(number), queryFn: () => desk.get<Quote>(`quotes/${number}`) })

/** All offers of a quote, newest first. */
export const useOffersOf = (number: string) =>
  useQuery({ queryKey: queryKeys.offersOf(number), queryFn: () => desk.get<Offer[]>(`quotes/${number}/offers`) })

interface OfferCall {
  path: string
  body: Record<string, unknown>
}

const isOffer = (data: unknown): data is Offer => typeof data === 'object' && data !== null && 'revision' in data && 'lines' in data

/** A call of an offer whose answer is the offer; a refusal with the present offer shows it. */
export function useOfferCall(id: string, onDone?: (offer: Offer) => void) {
  const { t } = useTranslation()
  const [keys] = useState(() => new AttemptKeys())
  return useMutation({
    mutationFn: ({ path, body }: OfferCall) =>
      desk.send<Offer>('POST', `offers/${id}/${path}`, { body, key: keys.keyFor([path, body]) }),
    onSuccess: (offer) => {
      keys.finish()
      keepOffer(offer)
      onDone?.(offer)
    },
    onError: (error) => {
      if (error instanceof DeskError && error.status === 409 && isOffer(error.data)) keepOffer(error.data)
      showToast({ tone: 'error', text: errorText(t, error) })
    },
  })
}
