import { isSameSize } from '@shared/measures'
import { measuresAround } from '@shared/niche'
import { measuresOf, type Dimensions } from './dimensions'

const threeNumbersInText =
  /(?:^|[^\d.,])(\d+(?:[.,]\d+)?)\s*[×xх*]\s*(\d+(?:[.,]\d+)?)\s*[×xх*]\s*(\d+(?:[.,]\d+)?)\s*(sm|см|cm|mm|мм)(?!\p{L})/giu

/** Finds each `150 × 60 × 210 cm` of a text; `null` in place of those that are no box. */
function findAll(text: string): (Dimensions | null)[] {
  return [...text.matchAll(threeNumbersInText)].map(([, width, depth, height, unit]) => {
    if (width === undefined || depth === undefined || height === undefined || unit === undefined) return null
    const isBox = [width, depth, height].every((side) => Number(side.replace(',', '.')) > 0)
    return isBox ? { width, depth, height, unit } : null
  })
}

/** Finds `150 × 60 × 210 cm` in a text that somebody typed; `null` where it has no such box. */
export function findDimensions(text: string): Dimensions | null {
  return findAll(text)[0] ?? null
}

/** Finds the niche of the first box: `237 × 60 × 258 cm (niche 243 × 61 × 262 cm)`. A second box of another size is no niche. */
export function findNiche(text: string): Dimensions | null {
  const [piece, niche] = findAll(text)
  if (!piece || !niche) return null
  return isSameSize(measuresOf(niche), measuresAround(measuresOf(piece), 'niche')) ? niche : null
}
