import type { Design } from './design.ts'
import { set, setBay, split, type Fix } from './fixes.ts'
import type { Layout, Outline } from './layout.ts'

/** An error names one or two ways out, the nearest first; a note has none. */
export interface Check {
  key: string
  level: 'error' | 'note'
  /** Index of the bay; `null` for the whole. */
  at: number | null
  /** Measures in millimetres as the shopper typed them, masses in grams. */
  value: number | null
  limit: number | null
  fixes: readonly Fix[]
}

export function errorOf(key: string, at: number | null, value: number | null, limit: number | null, ...fixes: readonly Fix[]): Check {
  return { key, level: 'error', at, value, limit, fixes }
}

export const leastUpperMm = 350
const mostUpperMm = 800
const roomBelowUpperMm = 1700
export const tallestDoorMm = 2600

/** Height of top boxes that makes what is below them shorter by `excess`. */
export const upperFor = (design: Design, excess: number): number => Math.max(leastUpperMm, design.upperMm + excess)
export const mostUpper = ({ height }: Outline): number => Math.min(mostUpperMm, height - roomBelowUpperMm)

/** Makes a bay at most `limit` wide. */
export function narrower(design: Design, { family, bays }: Layout, index: number, limit: number): Fix {
  const free = design.bays.filter(({ widthMm }) => widthMm === 0).length
  if (design.bays[index]?.widthMm !== 0) return [setBay(index, 'widthMm', limit)]
  if (bays.length < family.bays) return [split(index)]
  return [set('widthMm', design.widthMm - ((bays[index]?.width ?? 0) - limit) * free)]
}
