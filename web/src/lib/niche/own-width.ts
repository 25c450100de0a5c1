import type { CategoryId } from '@/lib/categories'
import type { Widths } from '@/lib/later-view'

/** A piece up to this much narrower than the niche still fills it, with a filler beside it. In centimetres. */
const slack = 30

/** Returns the widths that fill a niche, in centimetres. */
export const nicheRange = (width: number): Widths => ({ minWidth: Math.max(0, width - slack), maxWidth: width })

/** Returns the width of the niche in centimetres that the filter is for; null for any other range. */
export function nicheOf({ minWidth, maxWidth }: Widths): number | null {
  return maxWidth !== null && nicheRange(maxWidth).minWidth === minWidth ? maxWidth : null
}

interface OwnSize {
  /** Centimetres; null where it is not known. */
  width: number | null
  /** Centimetres; null where it is not known. */
  height?: number | null
  /** Whether the measures are those of a niche, which the piece must fit. */
  isNiche?: boolean
  /** The category to choose a piece from; null for all. */
  category: CategoryId | null
}

/** Path of the screen that asks for furniture in these measures. */
export function ownSizePath({ width, height = null, isNiche = false, category }: OwnSize): string {
  const values = { width, height, of: isNiche && width !== null ? 'niche' : null, category }
  const given = Object.entries(values).flatMap(([name, value]) => (value === null ? [] : `&${name}=${String(value)}`))
  return `/quote?size=own${given.join('')}`
}
