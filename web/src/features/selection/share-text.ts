import type { TFunction } from 'i18next'
import type { Language } from '@shared/language'
import { localized } from '@/lib/localized'
import { pieceText } from '@/lib/quote/piece-text'
import { designText } from './names'
import type { PieceRow } from './use-pieces'

/** Pieces that a message names; the link has all of them. */
const maxNamed = 6

/** The pieces in words, one a line, for the message around the link; without those whose name is not known. */
export function shareText(t: TFunction, language: Language, rows: readonly PieceRow[]): string {
  const lines = rows.flatMap((row) => {
    if (row.kind === 'design') return row.design === null ? [] : [designText(t, row)]
    const { piece, product } = row
    return product === undefined ? [] : [`${localized(product, 'name', language)}, ${pieceText(t, language, piece)}`]
  })
  const rest = lines.length - maxNamed
  return [t('SELECTION.SHARE_TITLE'), ...lines.slice(0, maxNamed), ...(rest > 0 ? [t('SELECTION.SHARE_MORE', { count: rest })] : [])].join(
    '\n',
  )
}
