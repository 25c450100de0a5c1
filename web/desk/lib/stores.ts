import { useQuery } from '@tanstack/react-query'
import { sendRequest } from '@shared/api/transport'
import { csrfCookie } from '@desk/api/base'
import { queryKeys } from '@desk/api/keys'
import { shownLanguage, useLanguage } from '@desk/i18n/language'

interface Store {
  id: string
  nameAz: string
  nameRu: string
  nameEn: string
}

async function loadStores(): Promise<Store[]> {
  const response = await sendRequest(new Request(`${window.location.origin}/api/v1.0/stores`), shownLanguage(), csrfCookie)
  if (!response.ok) throw new Error(`stores: status ${response.status}`)
  const body = (await response.json()) as { data?: Store[] }
  return body.data ?? []
}

/** The shop's stores, by a public call; empty until they are loaded. */
export function useStores(): { stores: readonly Store[]; nameOf: (id: string) => string } {
  const language = useLanguage()
  const { data = [] } = useQuery({ queryKey: queryKeys.stores, queryFn: loadStores, staleTime: 10 * 60_000 })
  const nameOf = (id: string) => {
    const store = data.find((candidate) => candidate.id === id)
    if (store === undefined) return ''
    return { az: store.nameAz, ru: store.nameRu, en: store.nameEn }[language]
  }
  return { stores: data, nameOf }
}
