import type { Schemas } from '@shared/api/contract'
import { useQuery } from '@shared/query/use-query'
import { query } from '@desk/api/client'
import { useLanguage } from '@desk/i18n/language'

const none: readonly Schemas['Store'][] = []

/** The shop's stores, by a public call; empty until they are loaded. */
export function useStores(): { stores: readonly Schemas['Store'][]; nameOf: (id: string) => string } {
  const language = useLanguage()
  const stores = useQuery({ ...query('/stores'), staleTime: 10 * 60_000 }).data?.data ?? none
  const nameOf = (id: string) => {
    const store = stores.find((candidate) => candidate.id === id)
    if (store === undefined) return ''
    return { az: store.nameAz, ru: store.nameRu, en: store.nameEn }[language]
  }
  return { stores, nameOf }
}
