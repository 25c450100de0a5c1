import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AttemptKeys } from '@shared/api/attempt'
import { sendRequest } from '@shared/api/transport'
import type { Language } from '@shared/language'
import { csrfCookie } from '@desk/api/base'
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

/** A product of the shop's public search. */
export interface FoundProduct {
  id: number
  code: string
  nameAz: string
  nameRu: string
  nameEn: string
  price: number
  discount: number
  stockQuantity: number | null
  images: { imageUrl: string }[]
}

const searchLimit = 20

async function searchProducts(term: string, language: Language, signal: AbortSignal): Promise<FoundProduct[]> {
  const query = new URLSearchParams({ searchTerm: term, page: '1', limit: String(searchLimit) })
  const request = new Request(`${window.location.origin}/api/v1.0/products/search?${query.toString()}`, { signal })
  const response = await sendRequest(request, language, csrfCookie)
  if (!response.ok) throw new Error(`products: status ${response.status}`)
  const body = (await response.json()) as { data?: FoundProduct[] }
  return body.data ?? []
}

export const useProducts = (term: string, language: Language) =>
  useQuery({
    queryKey: queryKeys.products(term, language),
    queryFn: ({ signal }) => searchProducts(term, language, signal),
    enabled: term.length >= 2,
    placeholderData: keepPreviousData,
  })

export const foundName = ({ nameAz, nameRu, nameEn }: FoundProduct, language: Language): string =>
  ({ az: nameAz, ru: nameRu, en: nameEn })[language]
