import type { TFunction } from 'i18next'
import type { Language } from '@shared/language'
import { formatMeasures, type Measures } from '@shared/measures'
import type { MeasuresOf } from '@shared/niche'
import { colourName } from '@shared/palette/palette'
import type { Product } from '@/lib/api/types'
import { localized } from '@/lib/localized'
import type { ProductPiece } from './pieces'

function sizeText(t: TFunction, language: Language, measures: Measures, of: MeasuresOf): string {
  const size = formatMeasures(measures, language)
  return of === 'niche' ? t('QUOTE.NICHE_SIZE', { size }) : size
}

/** `180 × 60 × 262 cm, smoked oak, 1 pc`; of a niche, its measures. */
export function pieceText(t: TFunction, language: Language, piece: Omit<ProductPiece, 'productId' | 'note' | 'design'>): string {
  const { measuring, measures, measuresOf, color, quantity } = piece
  const size =
    measures !== null
      ? sizeText(t, language, measures, measuresOf)
      : measuring === 'visit'
        ? t('QUOTE.WITH_VISIT')
        : t(measuring === 'own' ? 'QUOTE.SIZE_IN_NOTE' : 'QUOTE.STANDARD_SIZE')
  return [size, colourName(color, language), t('QUOTE.PIECES', { count: quantity })].filter((part) => part !== '').join(', ')
}

/** `Oak wardrobe (SK-101), 180 × 60 × 262 cm, smoked oak, 1 pc`: a piece in a message. */
export function namedPieceText(t: TFunction, language: Language, product: Product, piece: ProductPiece): string {
  return `${localized(product, 'name', language)} (${product.code}), ${pieceText(t, language, piece)}`
}
