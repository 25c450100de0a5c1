import type { TFunction } from 'i18next'
import type { Language } from '@shared/language'
import { localized } from '@/lib/localized'
import { namedPieceText, pieceText } from '@/lib/quote/piece-text'
import type { DesignRow, PieceRow } from './use-pieces'

/** Family and size of a design; a word for it until the rules are loaded. */
export const designName = (t: TFunction, { design }: DesignRow): string => (design === null ? t('SELECTION.DESIGN') : design.read.name)

/** The name of a piece; a dash until its product is loaded. */
export function rowName(t: TFunction, language: Language, row: PieceRow): string {
  if (row.kind === 'design') return designName(t, row)
  return row.product === undefined ? '—' : localized(row.product, 'name', language)
}

/** `Wardrobe, 243 × 62 × 262 cm, 4 bays, 1 pc`. */
export function designText(t: TFunction, row: DesignRow): string {
  const facts = row.design === null ? [] : row.design.read.facts
  return [designName(t, row), ...facts, t('QUOTE.PIECES', { count: row.piece.quantity })].join(', ')
}

/** A piece in a message to the shop. */
export function rowText(t: TFunction, language: Language, row: PieceRow): string {
  if (row.kind === 'design') return designText(t, row)
  const { piece, product } = row
  return product === undefined ? pieceText(t, language, piece) : namedPieceText(t, language, product, piece)
}
