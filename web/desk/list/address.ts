import { useLocation, useSearch } from 'wouter'
import { filtersOf, namesOf, type Filters, type List, type ListPath } from './list'

/** Filters that the count of set filters leaves out. */
const beside = ['q', 'sort']

/**
 * Reads the filters of an address. Words that a filter does not know and searches of one letter are left out, since the gateway
 * refuses them.
 */
function parseFilters<P extends ListPath>(list: List<P>, search: string): Filters {
  const parameters = new URLSearchParams(search)
  const filters: Record<string, string> = {}
  const read = (name: string, words?: readonly string[]) => {
    const value = parameters.get(name)?.trim() ?? ''
    const kept =
      words === undefined
        ? value
        : value
            .split(',')
            .filter((word) => words.includes(word))
            .join(',')
    if (kept !== '') filters[name] = kept
  }
  for (const filter of filtersOf(list)) {
    for (const name of namesOf(filter)) read(name, filter.kind === 'choice' ? filter.words : undefined)
  }
  read('sort', Object.keys(list.sorts))
  if ((parameters.get('q')?.trim().length ?? 0) > 1) read('q')
  return filters
}

/** Returns the query of an address with the filters. */
export function filtersQuery(filters: Filters): string {
  const text = new URLSearchParams(filters as Record<string, string>).toString()
  return text === '' ? '' : `?${text}`
}

/** How many filters are set beside the search, the sort and `except`. */
export const countFilters = (filters: Filters, except: readonly string[] = []): number =>
  Object.keys(filters).filter((name) => !beside.includes(name) && !except.includes(name)).length

/** Whether both filter the same rows, in any order and sort. */
export function isSameView(one: Filters, other: Filters): boolean {
  const sorted = (filters: Filters) =>
    JSON.stringify(
      Object.entries(filters)
        .filter(([name]) => !beside.includes(name))
        .sort(),
    )
  return sorted(one) === sorted(other)
}

/** The filters of a list in the address, and how to change them. */
export function useAddress<P extends ListPath>(list: List<P>) {
  const [path, navigate] = useLocation()
  const parsed = parseFilters(list, useSearch())
  const isBare = Object.keys(parsed).every((name) => name === 'sort')
  const filters: Filters = isBare ? { ...list.initial, ...parsed } : parsed
  const [defaultSort = ''] = Object.keys(list.sorts)
  const show = (next: Filters) => {
    const given = Object.entries(next).filter(([name, value]) => value !== '' && !(name === 'sort' && value === defaultSort))
    navigate(path + filtersQuery(Object.fromEntries(given)), { replace: true })
  }
  return {
    filters,
    sort: filters.sort ?? defaultSort,
    /** Changes some; an empty value ends a filter. */
    setFilters: (changes: Filters) => show({ ...filters, ...changes }),
    /** Replaces all but the search and the sort. */
    showView: (view: Filters) =>
      show({ ...view, ...Object.fromEntries(Object.entries(filters).filter(([name]) => beside.includes(name))) }),
    /** Removes all but the sort. */
    clear: () => show(filters.sort === undefined ? {} : { sort: filters.sort }),
  }
}

export type Address = ReturnType<typeof useAddress>
