import { useLocation, useSearch } from 'wouter'
import { languages } from '@shared/language'
import { dues, quoteKinds, quoteStatuses, sources } from '@desk/api/types'
import { changedFilters, filtersQuery, parseFilters, type FiltersOf } from '@desk/lib/filters'

const names = ['assignee', 'status', 'kind', 'store', 'language', 'source', 'due', 'productId', 'from', 'to', 'q', 'sort'] as const
type FilterName = (typeof names)[number]
export type Filters = FiltersOf<FilterName>

/** Sorts of the list; the first is the default and goes without a parameter. */
export const sorts = ['due', '-created', 'created', 'waiting'] as const

const words: Partial<Record<FilterName, readonly string[]>> = {
  status: quoteStatuses,
  kind: quoteKinds,
  language: languages,
  source: sources,
  due: dues,
  sort: sorts,
}

export function without(filters: Filters, name: FilterName): Filters {
  return Object.fromEntries(Object.entries(filters).filter(([other]) => other !== name))
}

/** How many filters are set beside whose quotes, the search and the sort. */
export function countFilters(filters: Filters): number {
  return Object.keys(filters).filter((name) => !['assignee', 'q', 'sort'].includes(name)).length
}

/** The filters of the address and how to change them; the open quote stays open. */
export function useFilters(): { filters: Filters; setFilters: (filters: Filters) => void; clear: () => void } {
  const [path, navigate] = useLocation()
  const filters = parseFilters(useSearch(), names, words)
  const setFilters = (changes: Filters) => {
    navigate(path + filtersQuery(changedFilters(filters, changes)), { replace: true })
  }
  return { filters, setFilters, clear: () => navigate(path, { replace: true }) }
}
