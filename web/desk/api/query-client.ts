import { QueryClient } from '@tanstack/react-query'
import { isTransient } from '@shared/api/error'

const maxTries = 3

/** Retries only transient errors. The event stream invalidates what changed, so that nothing is polled. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < maxTries - 1 && isTransient(error),
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false },
  },
})
