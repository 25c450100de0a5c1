import { QueryClient } from '@tanstack/react-query'
import { isTransient } from './error'

const maxTries = 3

/**
 * Makes a client that retries queries only after transient errors. Calls are sent even if the browser says that it has no network,
 * as it is wrong about that at times: a pause would swallow a press without a word.
 */
export function makeQueryClient({ refetchOnWindowFocus }: { refetchOnWindowFocus: boolean }): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < maxTries - 1 && isTransient(error),
        refetchOnWindowFocus,
        refetchOnReconnect: true,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
