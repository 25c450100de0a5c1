import {
  useQuery as useTanStackQuery,
  type DefinedInitialDataOptions,
  type QueryKey,
  type UndefinedInitialDataOptions,
} from '@tanstack/react-query'

/** A query as a screen shows it. */
export interface Query<Data> {
  data: Data | undefined
  /** Null while there are data: a failed refetch takes nothing away. `watchFailedRefetches` reports it. */
  error: Error | null
  isPending: boolean
  /** The data belong to the query before. */
  isPlaceholderData: boolean
  refetch: () => Promise<unknown>
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
  const { data, error, isPlaceholderData, refetch } = useTanStackQuery(options)
  const shown = data === undefined ? error : null
  return { data, error: shown, isPending: data === undefined && shown === null, isPlaceholderData, refetch }
}
