import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { sendRequest } from '@shared/api/transport'
import type { Language } from '@shared/language'
import { csrfCookie } from '@desk/api/base'
import { queryKeys } from '@desk/api/keys'

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
