import {
  useInfiniteQuery as useTanStackInfiniteQuery,
  useQuery as useTanStackQuery,
  type DefinedInitialDataOptions,
  type InfiniteData,
  type QueryKey,
  type UndefinedInitialDataOptions,
  type UseInfiniteQueryOptions,
} from '@tanstack/react-query'

/** A query as a screen shows it. */
export interface Query<Data> {
  data: Data | undefined
  /** Null while there are data: a failed refetch takes nothing away. `watchFailedRefetches` reports it. */
  error: Error | null
  /** Whether the last load of data that are there failed. */
  isOutdated: boolean
  isPending: boolean
  /** True in the render that starts a load already. */
  readonly isFetching: boolean
  /** The data belong to the query before. */
  isPlaceholderData: boolean
  refetch: () => Promise<unknown>
  /** Loads again what failed. */
  retry: () => Promise<unknown>
}

/** A list as a screen shows it, page after page. */
interface InfiniteQuery<Data> extends Query<Data> {
  dataUpdatedAt: number
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => Promise<unknown>
}

/** The parts of a query that depend on its error, which is only set without data. */
function shownOf<Data>(data: Data | undefined, error: Error | null) {
  const shown = data === undefined ? error : null
  return { data, error: shown, isOutdated: shown !== error, isPending: data === undefined && shown === null }
}

export function useQuery<Fetched, Data = Fetched, Key extends QueryKey = QueryKey>(
  options: DefinedInitialDataOptions<Fetched, Error, Data, Key>,
): Query<Data> & { data: Data }
export function useQuery<Fetched, Data = Fetched, Key extends QueryKey = QueryKey>(
  options: UndefinedInitialDataOptions<Fetched, Error, Data, Key>,
): Query<Data>
/** TanStack Query's hook, whose error is only set without data. */
export function useQuery<Fetched, Data, Key extends QueryKey>(
  options: UndefinedInitialDataOptions<Fetched, Error, Data, Key>,
): Query<Data> {
  const query = useTanStackQuery(options)
  const { data, error, isPlaceholderData, refetch } = query
  return {
    ...shownOf(data, error),
    ...{ isPlaceholderData, refetch, retry: refetch },
    // A getter: only components that read it render at each fetch.
    get isFetching() {
      return query.isFetching
    },
  }
}

/** TanStack Query's hook, whose error is only set without data. */
export function useInfiniteQuery<Page, Data = InfiniteData<Page>, Key extends QueryKey = QueryKey, Param = unknown>(
  options: UseInfiniteQueryOptions<Page, Error, Data, Key, Param>,
): InfiniteQuery<Data> {
  const query = useTanStackInfiniteQuery(options)
  const { data, error, isPlaceholderData, refetch, dataUpdatedAt, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const retry = query.isFetchNextPageError ? fetchNextPage : refetch
  return {
    ...shownOf(data, error),
    ...{ isPlaceholderData, refetch, retry, dataUpdatedAt, hasNextPage, isFetchingNextPage, fetchNextPage },
    get isFetching() {
      return query.isFetching
    },
  }
}
