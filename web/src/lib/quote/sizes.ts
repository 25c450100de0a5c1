import type { Front } from '@shared/drawing/piece'
import { parseCentimetres, type Measures, type Side } from '@shared/measures'
import type { Product } from '@/lib/api/types'
import { parseDimensions } from '@/lib/catalog/dimensions'

/** Least and greatest measure that the workshop usually makes, in millimetres. */
type Limits = Record<Side, [min: number, max: number]>

interface Sizes {
  /** Made in its own size only. */
  fixed: boolean
  /** Null where the measures of the product are not known. */
  own: Measures | null
  usual: Limits | null
}

/** The usual limits of a category, for products that have none of their own. A corner kitchen's depth is its second side. */
const usualOfCategory: Partial<Record<number, Limits>> = {
  1: { widthMm: [400, 4000], heightMm: [800, 3000], depthMm: [300, 800] },
  2: { widthMm: [1200, 6000], heightMm: [800, 3000], depthMm: [500, 4000] },
}

function parsedMeasures({ externalMeasurement }: Product): Measures | null {
  const dimensions = parseDimensions(externalMeasurement)
  if (dimensions === null) return null
  const [widthMm, depthMm, heightMm] = [dimensions.width, dimensions.depth, dimensions.height].map(parseCentimetres)
  if (widthMm == null || depthMm == null || heightMm == null) return null
  return { widthMm, depthMm, heightMm }
}

export function sizesOf(product: Product): Sizes {
  const { sizes } = product
  return {
    fixed: sizes?.fixed ?? false,
    own: sizes?.own ?? parsedMeasures(product),
    // The generated type does not know that there are two.
    usual: (sizes?.usual as Limits | null | undefined) ?? usualOfCategory[product.categoryId] ?? null,
  }
}

const kitchens = 2
/** A usual width of a kitchen's unit. */
const unitMm = 600

/**
 * The front of a product; null where it cannot be drawn. The catalog has no units of a kitchen: it is drawn with as many as usually
 * fit its own width.
 */
export function frontOf(product: Product): Front | null {
  const { front = null, categoryId } = product
  if (categoryId !== kitchens) return front
  const { own } = sizesOf(product)
  return own === null ? null : { kind: 'kitchen', doors: Math.max(2, Math.round(own.widthMm / unitMm)) }
}

/** Whether a product carries its sizes and its front, as far as they are known: the products of a list do not. */
export function isSized(product: Product): boolean {
  return 'sizes' in product
}
