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

/** The filters of an address or a saved view; those that the list begins with where it has none. */
export function readFilters<P extends ListPath>(list: List<P>, search: string): Filters {
  const parsed = parseFilters(list, search)
  const isBare = Object.keys(parsed).every((name) => name === 'sort')
  return isBare ? { ...list.initial, ...parsed } : parsed
}

/** Returns the query of an address with the filters. */
export function filtersQuery(filters: Filters): string {
  const text = new URLSearchParams(filters as Record<string, string>).toString()
  return text === '' ? '' : `?${text}`
}

/** How many filters are set beside the search, the sort and `except`. */
export const countFilters = (filters: Filters, except: readonly string[] = []): number =>
  Object.keys(filters).filter((name) => !beside.includes(name) && !except.includes(name)).length

/** Whether both show the same rows in the same order. */
export const isSameList = (one: Filters, other: Filters): boolean =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort())

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
  const search = useSearch()
  const filters = readFilters(list, search)
  const viewId = new URLSearchParams(search).get('view')
  const [defaultSort = ''] = Object.keys(list.sorts)
  const show = (next: Filters, view: string | null = null) => {
    const given = Object.entries(next).filter(([name, value]) => value !== '' && !(name === 'sort' && value === defaultSort))
    navigate(path + filtersQuery({ ...Object.fromEntries(given), ...(view !== null && { view }) }), { replace: true })
  }
  return {
    filters,
    sort: filters.sort ?? defaultSort,
    /** Id of the saved view that was opened. */
    viewId,
    /** Shows the filters of a saved view. */
    openView: (id: string, filter: string) => show(readFilters(list, filter), id),
    /** Changes some; an empty value ends a filter. An open saved view stays open, as a changed one. */
    setFilters: (changes: Filters) => show({ ...filters, ...changes }, viewId),
    /** Replaces all but the search and the sort. */
    showView: (view: Filters) =>
      show({ ...view, ...Object.fromEntries(Object.entries(filters).filter(([name]) => beside.includes(name))) }),
    /** Removes all but the sort. */
    clear: () => show(filters.sort === undefined ? {} : { sort: filters.sort }),
  }
}

export type Address = ReturnType<typeof useAddress>
