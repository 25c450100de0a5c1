import { useLocation, useSearch } from 'wouter'
import { languages } from '@shared/language'
import { changedFilters, filtersQuery, parseFilters, type FiltersOf } from '@desk/lib/filters'

const names = ['language', 'hasAccount', 'from', 'to', 'q', 'sort'] as const
type FilterName = (typeof names)[number]
export type Filters = FiltersOf<FilterName>

/** Sorts of the table; the first is the default and goes without a parameter. */
export const sorts = ['-contact', 'name', '-total'] as const
export type Sort = (typeof sorts)[number]

const words: Partial<Record<FilterName, readonly string[]>> = {
  language: languages,
  hasAccount: ['true', 'false'],
  sort: sorts,
}

/** How many filters are set beside the search and the sort. */
export const countFilters = (filters: Filters): number =>
  Object.keys(filters).filter((name) => name !== 'q' && name !== 'sort').length

/** The filters of the address, and how to change them. */
export function useFilters() {
  const [path, navigate] = useLocation()
  const filters = parseFilters(useSearch(), names, words)
  const sort = sorts.find((name) => name === filters.sort) ?? sorts[0]
  const setFilters = (changes: Filters) =>
    navigate(path + filtersQuery(changedFilters(filters, changes)), { replace: true })
  return {
    filters,
    sort,
    setFilters,
    setSort: (next: Sort) => setFilters({ sort: next === sorts[0] ? '' : next }),
    /** Removes all but the sort. */
    clear: () => setFilters({ language: '', hasAccount: '', from: '', to: '', q: '' }),
  }
}
