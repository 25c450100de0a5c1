import type { Schemas } from '@shared/api/contract'
import type { Measures } from '@shared/measures'
import type { MeasuresOf } from '@shared/niche'
import type { DesignCode } from '@shared/rules/code'
import type { Product } from '@/lib/api/types'

/** The product's own size, measures of the customer, or a visit of the shop that measures. */
export type Measuring = Schemas['Measuring']

/** A product in its own or another size. */
interface ProductFields {
  productId: number
  /** Slug of the palette; null if none was chosen. */
  color: string | null
  measuring: Measuring
  /** Null unless `own`; then also where the note describes the size. */
  measures: Measures | null
  /** Object of the measures; the piece without any. */
  measuresOf: MeasuresOf
}

/** A design of the shopper, which holds size, colours and inside. */
interface DesignFields {
  design: DesignCode
}

interface PieceFields {
  quantity: number
  note: string
}

/** Fields that a piece never has. */
type Without<Fields> = { [Name in keyof Fields]?: never }

/** A product in the size, colour and number that a quote is asked for. */
export type ProductPiece = PieceFields & ProductFields & Without<DesignFields>

/** A design in the number that a quote is asked for. */
export type DesignPiece = PieceFields & DesignFields & Without<ProductFields>

/** A piece that a quote is asked for: `design` tells the two kinds apart. */
export type Piece = ProductPiece | DesignPiece

export const maxPieces = 99
export const maxNote = 1000

/** A piece in its own size, without a note. */
export function standardPiece(productId: number, quantity: number, color: string | null = null): ProductPiece {
  const size = { measuring: 'standard', measures: null, measuresOf: 'piece' } as const
  return { productId, quantity: Math.min(quantity, maxPieces), color, ...size, note: '' }
}

/** A design without a note. */
export const designPiece = (design: DesignCode, quantity = 1): DesignPiece => ({ design, quantity, note: '' })

/** The category of joints, which are made as they are, and of pieces, which are not. */
const mixedCategory = 3

/** Whether a product is a piece of furniture rather than a joint. */
export const isFurniture = (product: Product): boolean => product.categoryId !== mixedCategory || hasOtherSizes(product)

/** Whether a product is made in other sizes than its own. */
export function hasOtherSizes({ categoryId, sizes }: Product): boolean {
  return !(sizes?.fixed ?? categoryId === mixedCategory)
}
