import type { Instalment } from '@/lib/api/types'
import { toQepik, type Qepik } from '@shared/price'

interface Plan {
  monthly: Qepik
  /** Whether the payments sum to the price with its fee. */
  isExact: boolean
}

/** Returns the monthly payment for a price, rounded to the qəpik; `null` if the price is below the least one. */
export function instalmentPlan({ months, leastTotal, feePercent }: Instalment, price: Qepik): Plan | null {
  if (price < toQepik(leastTotal)) return null
  const total = Math.floor((price * (100 + feePercent) + 50) / 100)
  const monthly = Math.round(total / months)
  return { monthly, isExact: monthly * months === total }
}
