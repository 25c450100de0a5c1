import type { TFunction } from 'i18next'
import type { Language } from '@shared/language'
import { formatMeasures } from '@shared/measures'
import { colourName } from '@shared/palette/palette'
import type { Product } from '@/lib/api/types'
import { localized } from '@/lib/localized'
import type { Piece } from './pieces'

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
