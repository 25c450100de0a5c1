import { keepPreviousData } from '@tanstack/react-query'
import type { Schemas } from '@shared/api/contract'
import type { Language } from '@shared/language'
import { useQuery } from '@shared/query/use-query'
import { query } from '@desk/api/client'

export type FoundProduct = Schemas['Product']

const searchLimit = 20

/** Products of the shop's public search. */
export const useProducts = (term: string) =>
  useQuery({
    ...query('/products/search', { query: { searchTerm: term, page: 1, limit: searchLimit } }),
    enabled: term.length >= 2,
    placeholderData: keepPreviousData,
    select: ({ data }) => data,
  })

export const foundName = ({ nameAz, nameRu, nameEn }: FoundProduct, language: Language): string =>
  ({ az: nameAz, ru: nameRu, en: nameEn })[language]
