export type FiltersOf<Name extends string> = Readonly<Partial<Record<Name, string>>>

/**
 * Reads the filters of an address. Words that a filter does not know and searches of one letter are left out, since the gateway
 * refuses them.
 */
export function parseFilters<Name extends string>(
  search: string,
  names: readonly Name[],
  words: Readonly<Partial<Record<Name, readonly string[]>>>,
): FiltersOf<Name> {
  const parameters = new URLSearchParams(search)
  const filters: Partial<Record<Name, string>> = {}
  for (const name of names) {
    const value = parameters.get(name)?.trim() ?? ''
    const known = words[name]
    const kept = known === undefined ? value : value.split(',').filter((word) => known.includes(word)).join(',')
    if (kept !== '' && !(name === 'q' && kept.length < 2)) filters[name] = kept
  }
  return filters
}

/** Returns the query of an address with the filters. */
export function filtersQuery(filters: FiltersOf<string>): string {
  const text = new URLSearchParams(filters as Record<string, string>).toString()
  return text === '' ? '' : `?${text}`
}

/** Returns the filters after changes; an empty value ends a filter. */
export const changedFilters = <Name extends string>(filters: FiltersOf<Name>, changes: FiltersOf<Name>): FiltersOf<Name> =>
  Object.fromEntries(Object.entries({ ...filters, ...changes }).filter(([, value]) => value !== '')) as FiltersOf<Name>
