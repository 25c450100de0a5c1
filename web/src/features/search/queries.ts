import { keepPreviousData } from '@tanstack/react-query'
import { query } from '@/lib/api/client'

export const searchPageSize = 12
const minSuggestLength = 2

/** Search results; disabled for an empty term. */
export const searchQuery = (searchTerm: string, page: number) => ({
  ...query('/products/search', { query: { searchTerm, page, limit: searchPageSize } }),
  enabled: searchTerm !== '',
  placeholderData: keepPreviousData,
})

/** Products, categories and projects for a partial term of at least two characters. */
export const suggestQuery = (term: string) => ({
  ...query('/search/suggest', { query: { q: term } }),
  enabled: term.length >= minSuggestLength,
  placeholderData: keepPreviousData,
  retry: false,
})
