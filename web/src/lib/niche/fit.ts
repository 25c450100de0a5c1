import type { Measures } from '@shared/measures'
import { gaps } from '@shared/niche'
import type { Product } from '@/lib/api/types'
import { hasOtherSizes, isFurniture } from '@/lib/quote/pieces'
import { sizesOf } from '@/lib/quote/sizes'
import type { Niche } from './niche'

/** How a product fits a niche. */
export type Fit =
  /** As it is; the niche is wider by `leftMm`. */
  | { kind: 'fits'; leftMm: number; piece: Measures }
  /** Not as it is: it is made to the niche. `piece` is the one made; `size` has the measures of the niche that it fills, else its own. */
  | { kind: 'made'; piece: Measures; size: Niche }
  /** Too large, and not made so small. `moreMm` is what it has too much of the side. */
  | { kind: 'too-large'; side: 'widthMm' | 'heightMm'; moreMm: number; piece: Measures }

const isWithin = ([min, max]: readonly [number, number], mm: number) => min <= mm && mm <= max

/**
 * Returns the piece that is made to fill a niche; null if it is not made so small. A niche that is larger than what is usually made
 * is not filled on that side: the piece keeps its own measure there.
 */
function madePiece(product: Product, own: Measures, { widthMm, heightMm }: Niche): Measures | null {
  const { usual } = sizesOf(product)
  if (!hasOtherSizes(product) || usual === null) return null
  const width = widthMm - 2 * gaps.side
  const height = heightMm === null ? own.heightMm : heightMm - gaps.top
  if (width < usual.widthMm[0] || height < usual.heightMm[0]) return null
  return {
    widthMm: isWithin(usual.widthMm, width) ? width : Math.min(own.widthMm, width),
    depthMm: own.depthMm,
    heightMm: isWithin(usual.heightMm, height) ? height : Math.min(own.heightMm, height),
  }
}

/** The measures of a niche that a made piece fills, and its own where it does not. */
function filledSize(piece: Measures, { widthMm, heightMm }: Niche): Niche {
  const isFull = (own: number, niche: number, gap: number) => own + gap === niche
  return {
    widthMm: isFull(piece.widthMm, widthMm, 2 * gaps.side) ? widthMm : piece.widthMm,
    heightMm: heightMm === null || isFull(piece.heightMm, heightMm, gaps.top) ? heightMm : piece.heightMm,
  }
}

/** Returns how a product fits a niche; null for joints and where the measures are not known. */
export function fitOf(product: Product, niche: Niche): Fit | null {
  const { own } = sizesOf(product)
  if (own === null || !isFurniture(product)) return null
  const leftMm = niche.widthMm - own.widthMm
  const aboveMm = niche.heightMm === null ? 0 : niche.heightMm - own.heightMm
  if (leftMm >= 0 && aboveMm >= 0) return { kind: 'fits', leftMm, piece: own }
  const piece = madePiece(product, own, niche)
  if (piece !== null) return { kind: 'made', piece, size: filledSize(piece, niche) }
  return leftMm < 0
    ? { kind: 'too-large', side: 'widthMm', moreMm: -leftMm, piece: own }
    : { kind: 'too-large', side: 'heightMm', moreMm: -aboveMm, piece: own }
}

/** Whether a product that fits a niche is also made to fill it. */
export function isMadeTo(product: Product, niche: Niche): boolean {
  const { own } = sizesOf(product)
  return own !== null && isFurniture(product) && madePiece(product, own, niche) !== null
}
