import { QueryClient } from '@tanstack/react-query'
import { isTransient } from '@shared/api/error'

/** First part of the query keys of the signed-in visitor's data, which are removed when the session ends. */
export const accountKey = 'account'

const maxTries = 3

/**
 * Makes a client that retries queries only after transient errors. Calls are sent even if the browser says that it has no network,
 * as it is wrong about that at times: a pause would swallow a press without a word.
 */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < maxTries - 1 && isTransient(error),
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
