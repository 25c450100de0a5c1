import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '@/lib/api/client'

export const searchPageSize = 12
const minSuggestLength = 2

/** Search results; disabled for an empty term. */
export function searchQuery(searchTerm: string, page: number) {
  return queryOptions({
    queryKey: ['search', searchTerm, page],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/v1.0/products/search', {
          signal,
          params: { query: { searchTerm, page, limit: searchPageSize } },
        }),
      ),
    enabled: searchTerm !== '',
    placeholderData: keepPreviousData,
  })
}

/** Suggestions for a partial term of at least two characters. */
export function suggestQuery(term: string) {
  return queryOptions({
    queryKey: ['suggest', term],
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET('/api/v1.0/products/suggest', { signal, params: { query: { q: term } } }))).data,
    enabled: term.length >= minSuggestLength,
    placeholderData: keepPreviousData,
    retry: false,
  })
}
