import { parseBound } from './bound'

/** Whole numbers; `null` is no bound. */
export interface Range {
  min: number | null
  max: number | null
}

/** Error of a field. */
export interface RangeErrors {
  min?: 'number' | 'order'
  max?: 'number'
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
