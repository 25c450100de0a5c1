import type { Evaluation } from '@shared/rules/evaluate'
import { priceOf, type Band, type Rates } from '@shared/rules/price'

/** The band of a design in qəpik; `null` where it cannot be built or the rates lack one of its keys. */
export function bandOf(evaluation: Evaluation, rates: Rates): Band | null {
  return evaluation.layout === null ? null : priceOf(evaluation.quantities, rates)
}
