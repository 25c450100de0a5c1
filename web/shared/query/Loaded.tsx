import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

interface Query<Data> extends Pick<UseQueryResult<Data>, 'data' | 'isError' | 'error'> {
  refetch: () => unknown
  /** Of an infinite query: only its next page failed. */
  isFetchNextPageError?: boolean
  fetchNextPage?: () => unknown
}

export interface LoadedProps<Data> {
  query: Query<Data>
  /** Stands in the place of the data until they are loaded. */
  loading?: ReactNode
  /** Stands in the place of data that could not be loaded. */
  failed: (error: unknown, retry: () => void) => ReactNode
  /** Tells beside loaded data that their last load failed. */
  notice: (retry: () => void) => ReactNode
  /** Draws the data; `notice` is null, or has its place beside them. */
  children: (data: Data, notice: ReactNode) => ReactNode
}

/**
 * Shows the data of a query. A failed load never takes away data that are there: `isError` alone is also true for those, so that
 * only this component reads it.
 */
export function Loaded<Data>({ query, loading = null, failed, notice, children }: LoadedProps<Data>): ReactNode {
  const retry = () => void (query.isFetchNextPageError === true ? query.fetchNextPage : query.refetch)?.()
  if (query.data === undefined) return query.isError ? failed(query.error, retry) : loading
  return children(query.data, query.isError ? notice(retry) : null)
}
