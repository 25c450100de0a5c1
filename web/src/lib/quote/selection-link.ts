import type { MeasuresOf } from '@shared/niche'
import { isCodeText } from '@shared/rules/code-text'
import { maxNote, type Piece, type ProductPiece } from './pieces'
import { isProductId, isQuantity, isSlug, maxSelected, possibleMeasures } from './selection'

/** Longest link with notes; longer ones do not survive every messenger. */
export const maxLinkLength = 1800
/** Longest fragment that is read. */
const maxFragmentLength = 100_000

const sizes = { standard: '', own: 'o', visit: 'v' } as const
const ownSize = /^([wn])(\d{3,5})d(\d{3,5})h(\d{3,5})$/
/** First letter of measures: the width of the piece, or the niche. */
const letters = { piece: 'w', niche: 'n' } as const satisfies Record<MeasuresOf, string>
/** First letter of a design, whose code has no separator in it. */
const designLetter = 'd'

/** Also encodes what separates fields and pieces. */
function encodeNote(note: string): string {
  // A lone surrogate cannot be encoded.
  return encodeURIComponent(note.replace(/\p{Surrogate}/gu, ''))
    .replaceAll('.', '%2E')
    .replaceAll('~', '%7E')
}

function encodePiece(piece: Piece, withNotes: boolean): string {
  const note = withNotes ? encodeNote(piece.note) : ''
  const object = piece.design === undefined ? encodeProduct(piece, note) : ['', designLetter + piece.design, '']
  return [...object, piece.quantity, ...(note === '' ? [] : [note])].join('.')
}

function encodeProduct({ productId, color, measuring, measures, measuresOf }: ProductPiece, note: string): (string | number)[] {
  // Without its note nothing is left of a size that only the note describes.
  const kind = measuring === 'own' && note === '' ? 'standard' : measuring
  const size = measures === null ? sizes[kind] : `${letters[measuresOf]}${measures.widthMm}d${measures.depthMm}h${measures.heightMm}`
  return [productId, size, color ?? '']
}

/** The pieces as the fragment of a link: `1.w1800d600h2500.smoked-oak.1~10...2~.dEBAA…..1`. */
export function encodeSelection(pieces: readonly Piece[], withNotes: boolean): string {
  return pieces.map((piece) => encodePiece(piece, withNotes)).join('~')
}

const number = (text: string | undefined) => (text !== undefined && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null)

function decodeSize(text: string): Pick<ProductPiece, 'measuring' | 'measures' | 'measuresOf'> | null {
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
  const [id = '', sizeText = '', colour = '', quantityText, noteText = '', ...rest] = text.split('.')
  const quantity = number(quantityText)
  const note = decodeNote(noteText)
  if (rest.length > 0 || note === null || !isQuantity(quantity)) return null
  if (sizeText.startsWith(designLetter)) {
    const design = sizeText.slice(designLetter.length)
    return id === '' && colour === '' && isCodeText(design) ? { design, quantity, note } : null
  }
  const productId = number(id)
  const size = decodeSize(sizeText)
  if (size === null || !isProductId(productId)) return null
  if ((colour !== '' && !isSlug(colour)) || (sizeText === sizes.own && note === '')) return null
  return { productId, quantity, color: colour === '' ? null : colour, ...size, note }
}

/**
 * Reads the fragment of a link; null if any of it is not what `encodeSelection` writes. The rules, which load later, tell whether
 * designs can be built.
 */
export function decodeSelection(fragment: string): Piece[] | null {
  if (fragment.length > maxFragmentLength) return null
  const parts = fragment.split('~')
  if (parts.length > maxSelected) return null
  const pieces = parts.map(decodePiece)
  return pieces.every((piece) => piece !== null) ? pieces : null
}
