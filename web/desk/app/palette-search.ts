import { keepPreviousData } from '@tanstack/react-query'
import { useQuery } from '@shared/query/use-query'
import { query } from '@desk/api/client'
import type { Found } from '@desk/api/records'
import type { TextKey } from '@shared/text-key'

const shortestQuery = 2

const nothing: Found = { quotes: [], orders: [], customers: [], products: [], missing: [] }

/** The kinds of records, with the service that finds them. */
export const foundKinds = {
  quotes: { text: 'NAV.QUOTES', service: 'inquiry' },
  orders: { text: 'NAV.ORDERS', service: 'order' },
  customers: { text: 'NAV.CUSTOMERS', service: 'inquiry' },
  products: { text: 'NAV.PRODUCTS', service: 'catalog' },
} as const satisfies Record<string, { text: TextKey; service: string }>

/** The first quotes, orders, customers and products that a number, code, name, telephone or e-mail finds; of each kind that the person may read. */
export function usePaletteSearch(text: string): { found: Found; isFailed: boolean; retry: () => void } {
  const isLongEnough = text.length >= shortestQuery
  const search = useQuery({
    ...query('/desk/search', { query: { q: text } }),
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
  })
  return {
    found: (isLongEnough ? search.data : undefined) ?? nothing,
    isFailed: isLongEnough && search.error !== null,
    retry: () => void search.retry(),
  }
}
