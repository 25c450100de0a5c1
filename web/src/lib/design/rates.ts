import { query } from '@/lib/api/client'
import { useQuery } from '@shared/query/use-query'
import type { Rates } from '@shared/rules/price'

const ratesQuery = query('/designs/rates')

export interface BandQuery {
  rates: Rates | undefined
  isFailed: boolean
  retry: () => Promise<unknown>
}

/** The rates of the price book in force; loads nothing unless `isNeeded`. */
export function useRates(isNeeded = true): BandQuery {
  const { data, error, retry } = useQuery({ ...ratesQuery, staleTime: 30_000, enabled: isNeeded })
  return { rates: data, isFailed: error !== null, retry }
}
