import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AttemptKeys } from '@shared/api/attempt'
import { ApiError } from '@shared/api/error'
import { useQuery } from '@shared/query/use-query'
import { call, query } from '@desk/api/client'
import type { Offer } from '@desk/api/records'
import { errorText } from '@desk/lib/errors'
import { keepOffer } from '@desk/lib/offers'
import { showToast } from '@desk/lib/toasts'

export const useOffer = (id: string) =>
  useQuery(query('/desk/offers/{id}', { path: { id } }))

export const useQuote = (number: string) =>
  useQuery(query('/desk/quotes/{number}', { path: { number } }))

/** All offers of a quote, newest first. */
export const useOffersOf = (number: string) =>
  useQuery(query('/desk/quotes/{number}/offers', { path: { number } }))

type OfferMove = 'send' | 'request-approval' | 'approve' | 'withdraw' | 'accepted-by-phone' | 'reopen'

interface OfferCall {
  path: OfferMove
  body: { version: number; text?: string; total?: number; mail?: boolean; isApproved?: boolean }
}

const isOffer = (data: unknown): data is Offer => typeof data === 'object' && data !== null && 'revision' in data && 'lines' in data

/** A call of an offer whose answer is the offer; a refusal with the present offer shows it. */
export function useOfferCall(id: string, onDone?: (offer: Offer) => void) {
  const { t } = useTranslation()
  const [keys] = useState(() => new AttemptKeys())
  return useMutation({
    mutationFn: ({ path, body }: OfferCall): Promise<Offer> =>
      call('POST', `/desk/offers/{id}/${path}`, { path: { id }, body, key: keys.keyFor([path, body]) }),
    onSuccess: (offer) => {
      keys.finish()
      keepOffer(offer)
      onDone?.(offer)
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409 && isOffer(error.data)) keepOffer(error.data)
      showToast({ tone: 'error', text: errorText(t, error) })
    },
  })
}
