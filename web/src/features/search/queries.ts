import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answer, api } from '@/lib/api/client'

export const searchPageSize = 12
const shortestSuggestion = 2

/** Results for a term that is not blank. */
export function searchQuery(searchTerm: string, page: number) {
  return queryOptions({
    queryKey: ['search', searchTerm, page],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/v1.0/products/search', {
          signal,
          params: { query: { searchTerm, page, limit: searchPageSize } },
        }),
      ),
    enabled: searchTerm !== '',
    placeholderData: keepPreviousData,
  })
}

/** A few products while the term is still being typed; where they do not come, the search still works. */
export function suggestQuery(term: string) {
  return queryOptions({
    queryKey: ['suggest', term],
    queryFn: async ({ signal }) =>
      (await answer(api.GET('/api/v1.0/products/suggest', { signal, params: { query: { q: term } } }))).data,
    enabled: term.length >= shortestSuggestion,
    placeholderData: keepPreviousData,
    retry: false,
  })
}
