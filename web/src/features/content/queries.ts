import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '@/lib/api/client'
import { rarelyChanges } from '@/lib/api/content-queries'
import type { Language } from '@shared/language'

/** Texts of the banner, reloaded when the language changes. */
export function promosQuery(language: Language) {
  return queryOptions({
    queryKey: ['promos', language],
    queryFn: async ({ signal }) => (await unwrap(api.GET('/api/v1.0/promocodes', { signal }))).data,
    staleTime: rarelyChanges,
    retry: false,
  })
}
