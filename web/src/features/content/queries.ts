import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '@/lib/api/client'
import type { Language } from '@/lib/language'

const rarelyChanges = 5 * 60_000

/** Texts of the banner; loaded again with the language. */
export function promosQuery(language: Language) {
  return queryOptions({
    queryKey: ['promos', language],
    queryFn: async ({ signal }) => (await answer(api.GET('/api/v1.0/promocodes', { signal }))).data,
    staleTime: rarelyChanges,
    retry: false,
  })
}

/** The shop's addresses and its pages on social networks. */
export const storesQuery = queryOptions({
  queryKey: ['stores'],
  queryFn: async ({ signal }) => (await answer(api.GET('/api/v1.0/stores', { signal }))).data,
  staleTime: rarelyChanges,
  retry: false,
})
