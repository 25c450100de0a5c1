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

/**
 * Parses a bound as an amount, rounded so that the range keeps what lies at it: `null` for an empty text, `undefined` for what is no
 * number.
 */
export function parseBound(text: string, maxDigits: number, round: (value: number) => number): number | null | undefined {
  if (text.trim() === '') return null
  const hundredths = parseAmount(text)
  const bound = hundredths === null ? undefined : round(hundredths / 100)
  return bound !== undefined && bound < 10 ** maxDigits ? bound : undefined
}

/** Parses two bounds, each empty or a number, the minimum not above the maximum. */
export function parseRange(minText: string, maxText: string, maxDigits: number): { range: Range } | { errors: RangeErrors } {
  const min = parseBound(minText, maxDigits, Math.floor)
  const max = parseBound(maxText, maxDigits, Math.ceil)
  if (min === undefined || max === undefined) {
    return { errors: { ...(min === undefined && { min: 'number' }), ...(max === undefined && { max: 'number' }) } }
  }
  return min !== null && max !== null && min > max ? { errors: { min: 'order' } } : { range: { min, max } }
}
