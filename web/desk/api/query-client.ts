import { QueryClient } from '@tanstack/react-query'
import { isTransient } from '@shared/api/error'

const maxTries = 3

/**
 * Retries only transient errors. The event stream invalidates what changed, so that nothing is polled. Calls are sent even if the
 * browser says that it has no network, as it is wrong about that at times: a pause would swallow a press without a word.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < maxTries - 1 && isTransient(error),
      refetchOnWindowFocus: true,
      refetchOnReconnect: true,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})
