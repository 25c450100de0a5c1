import { query } from '@/lib/api/client'
import { useQuery } from '@shared/query/use-query'
import type { Evaluation } from '@shared/rules/evaluate'
import { priceOf, type Band, type Rates } from '@shared/rules/price'

const ratesQuery = query('/designs/rates')

export interface BandQuery {
  rates: Rates | undefined
  isFailed: boolean
  retry: () => Promise<unknown>
}

export function useRates(): BandQuery {
  const { data, error, retry } = useQuery({ ...ratesQuery, staleTime: 30_000 })
  return { rates: data, isFailed: error !== null, retry }
}

/** The band of a design in qəpik; `null` where it cannot be built or the rates lack one of its keys. */
export function bandOf(evaluation: Evaluation, rates: Rates): Band | null {
  return evaluation.layout === null ? null : priceOf(evaluation.quantities, rates)
}
