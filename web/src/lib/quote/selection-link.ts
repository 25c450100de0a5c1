import type { MeasuresOf } from '@shared/niche'
import { maxNote, type Piece } from './pieces'
import { isProductId, isQuantity, isSlug, maxSelected, possibleMeasures } from './selection'

/** Longest link with notes; longer ones do not survive every messenger. */
export const maxLinkLength = 1800
/** Longest fragment that is read. */
const maxFragmentLength = 100_000

const sizes = { standard: '', own: 'o', visit: 'v' } as const
const ownSize = /^([wn])(\d{3,5})d(\d{3,5})h(\d{3,5})$/
/** First letter of measures: the width of the piece, or the niche. */
const letters = { piece: 'w', niche: 'n' } as const satisfies Record<MeasuresOf, string>

/** Also encodes what separates fields and pieces. */
function encodeNote(note: string): string {
  // A lone surrogate cannot be encoded.
  return encodeURIComponent(note.replace(/\p{Surrogate}/gu, ''))
    .replaceAll('.', '%2E')
    .replaceAll('~', '%7E')
}

function encodePiece({ productId, quantity, color, measuring, measures, measuresOf, note }: Piece, withNotes: boolean): string {
  const text = withNotes ? encodeNote(note) : ''
  // Without its note nothing is left of a size that only the note describes.
  const kind = measuring === 'own' && text === '' ? 'standard' : measuring
  const size = measures === null ? sizes[kind] : `${letters[measuresOf]}${measures.widthMm}d${measures.depthMm}h${measures.heightMm}`
  return [productId, size, color ?? '', quantity, ...(text === '' ? [] : [text])].join('.')
}

/** The pieces as the fragment of a link: `1.w1800d600h2500.smoked-oak.1~10...2`. */
export function encodeSelection(pieces: readonly Piece[], withNotes: boolean): string {
  return pieces.map((piece) => encodePiece(piece, withNotes)).join('~')
}

const number = (text: string | undefined) => (text !== undefined && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null)

function decodeSize(text: string): Pick<Piece, 'measuring' | 'measures' | 'measuresOf'> | null {
  const unmeasured = { measures: null, measuresOf: 'piece' } as const
  if (text === sizes.standard) return { measuring: 'standard', ...unmeasured }
  if (text === sizes.visit) return { measuring: 'visit', ...unmeasured }
  if (text === sizes.own) return { measuring: 'own', ...unmeasured }
  const [, letter, width, depth, height] = ownSize.exec(text) ?? []
  const measuresOf = letter === letters.niche ? 'niche' : 'piece'
  const measures = possibleMeasures(number(width), number(depth), number(height), measuresOf)
  return measures === null ? null : { measuring: 'own', measures, measuresOf }
}

function decodeNote(text: string): string | null {
  try {
    const note = decodeURIComponent(text)
    return note.length <= maxNote ? note : null
  } catch {
    return null
  }
}

function decodePiece(text: string): Piece | null {
  const [id, sizeText = '', colour = '', quantityText, noteText = '', ...rest] = text.split('.')
  const productId = number(id)
  const quantity = number(quantityText)
  const size = decodeSize(sizeText)
  const note = decodeNote(noteText)
  if (rest.length > 0 || size === null || note === null || !isProductId(productId) || !isQuantity(quantity)) return null
  if ((colour !== '' && !isSlug(colour)) || (sizeText === sizes.own && note === '')) return null
  return { productId, quantity, color: colour === '' ? null : colour, ...size, note }
}

/** Reads the fragment of a link; null if any of it is not what `encodeSelection` writes. */
export function decodeSelection(fragment: string): Piece[] | null {
  if (fragment.length > maxFragmentLength) return null
  const parts = fragment.split('~')
  if (parts.length > maxSelected) return null
  const pieces = parts.map(decodePiece)
  return pieces.every((piece) => piece !== null) ? pieces : null
}
