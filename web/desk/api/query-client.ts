import type { PathOf, paths } from '@shared/api/contract'
import { makeQueryClient } from '@shared/api/query-client'

/** The event stream invalidates what changed, so that nothing is polled. */
export const queryClient = makeQueryClient({ refetchOnWindowFocus: true })

/** Reads the loaded answers of paths again, with all parameters. */
export const reload = (...changed: readonly PathOf<paths, 'GET'>[]) =>
  Promise.all(changed.map((path) => queryClient.invalidateQueries({ queryKey: [path] })))
