import type { TFunction } from 'i18next'
import type { Language } from '@shared/language'
import { formatMeasures, type Measures } from '@shared/measures'
import { colourName } from '@shared/palette/palette'
import type { Product } from '@/lib/api/types'
import { localized } from '@/lib/localized'

/** The product's own size, measures of the customer, or a visit of the shop that measures. */
export type Measuring = 'standard' | 'own' | 'visit'

/** A product in the size, colour and number that a quote is asked for. */
export interface Piece {
  productId: number
  quantity: number
  /** Slug of the palette; null if none was chosen. */
  color: string | null
  measuring: Measuring
  /** Null unless `own`; then also where the note describes the size. */
  measures: Measures | null
  note: string
}

export const maxPieces = 99
export const maxNote = 1000

/** `180 × 60 × 262 cm, smoked oak, 1 pc`. */
export function pieceText(t: TFunction, language: Language, piece: Omit<Piece, 'productId' | 'note'>): string {
  const { measuring, measures, color, quantity } = piece
  const size =
    measures !== null
      ? formatMeasures(measures, language)
      : measuring === 'visit'
        ? t('QUOTE.WITH_VISIT')
        : t(measuring === 'own' ? 'QUOTE.SIZE_IN_NOTE' : 'QUOTE.STANDARD_SIZE')
  return [size, colourName(color, language), t('QUOTE.PIECES', { count: quantity })].filter((part) => part !== '').join(', ')
}

/** `Oak wardrobe (SK-101), 180 × 60 × 262 cm, smoked oak, 1 pc`: a piece in a message. */
export function namedPieceText(t: TFunction, language: Language, product: Product, piece: Piece): string {
  return `${localized(product, 'name', language)} (${product.code}), ${pieceText(t, language, piece)}`
}
