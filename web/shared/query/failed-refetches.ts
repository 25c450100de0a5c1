import type { QueryClient, QueryFilters } from '@tanstack/react-query'

/** Queries on the screen whose data could not be updated. Initial data with the time 0 were never up to date. */
const failed: QueryFilters = {
  type: 'active',
  predicate: ({ state }) => state.status === 'error' && state.fetchStatus === 'idle' && state.dataUpdatedAt > 0,
}

/**
 * Calls `onChange` with a function that fetches again when data on the screen could not be updated, and with null when none are
 * out of date any more. Returns a function that stops it.
 */
export function watchFailedRefetches(client: QueryClient, onChange: (retry: (() => void) | null) => void): () => void {
  const cache = client.getQueryCache()
  let hasFailed = false
  const check = () => {
    if (cache.findAll(failed).length > 0 === hasFailed) return
    hasFailed = !hasFailed
    onChange(hasFailed ? () => void client.refetchQueries(failed) : null)
  }
  check()
  return cache.subscribe(check)
}
