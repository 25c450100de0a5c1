import { useLocation, useSearch } from 'wouter'
import { dues, quoteKinds, quoteStatuses, sources } from '@desk/api/types'
import { languages } from '@shared/language'

const names = ['assignee', 'status', 'kind', 'store', 'language', 'source', 'due', 'productId', 'from', 'to', 'q', 'sort'] as const
type FilterName = (typeof names)[number]
export type Filters = Readonly<Partial<Record<FilterName, string>>>

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

/** Reads the filters of an address; unknown words are left out, since the gateway refuses them. */
export function parseFilters(search: string): Filters {
  const parameters = new URLSearchParams(search)
  const filters: Partial<Record<FilterName, string>> = {}
  for (const name of names) {
    const value = parameters.get(name)?.trim() ?? ''
    const known = words[name]
    const kept = known === undefined ? value : value.split(',').filter((word) => known.includes(word)).join(',')
    if (kept !== '' && !(name === 'q' && kept.length < 2)) filters[name] = kept
  }
  return filters
}

export function filtersQuery(filters: Filters): string {
  const text = new URLSearchParams(filters).toString()
  return text === '' ? '' : `?${text}`
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
  const filters = parseFilters(useSearch())
  const setFilters = (changes: Filters) => {
    const next = Object.fromEntries(Object.entries({ ...filters, ...changes }).filter(([, value]) => value !== ''))
    navigate(path + filtersQuery(next), { replace: true })
  }
  return { filters, setFilters, clear: () => navigate(path, { replace: true }) }
}
