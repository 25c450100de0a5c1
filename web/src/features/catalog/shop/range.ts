import { parseAmount } from '@shared/forms/amount'

/** Whole numbers; `null` is no bound. */
export interface Range {
  min: number | null
  max: number | null
}

/** What is wrong with a field. */
export interface RangeErrors {
  min?: 'number' | 'order'
  max?: 'number'
}

/** Parses a bound as an amount without decimals: `null` for an empty text, `undefined` for what is no whole number. */
function parseBound(text: string, maxDigits: number): number | null | undefined {
  if (text.trim() === '') return null
  const hundredths = parseAmount(text)
  return hundredths !== null && hundredths % 100 === 0 && hundredths < 100 * 10 ** maxDigits ? hundredths / 100 : undefined
}

/** Parses two bounds, each empty or a whole number, the minimum not above the maximum. */
export function parseRange(minText: string, maxText: string, maxDigits: number): { range: Range } | { errors: RangeErrors } {
  const min = parseBound(minText, maxDigits)
  const max = parseBound(maxText, maxDigits)
  if (min === undefined || max === undefined) {
    return { errors: { ...(min === undefined && { min: 'number' }), ...(max === undefined && { max: 'number' }) } }
  }
  return min !== null && max !== null && min > max ? { errors: { min: 'order' } } : { range: { min, max } }
}
