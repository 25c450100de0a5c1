import { isPossible, sides, type Measures, type Side } from '@shared/measures'
import { leavesPiece, type MeasuresOf } from '@shared/niche'
import { isCodeText } from '@shared/rules/code-text'
import { parseVersion } from '@shared/storage'
import { maxNote, maxPieces, type Measuring, type Piece, type ProductPiece } from './pieces'

interface Added {
  id: string
  /** When it was added, in seconds since 1970. */
  addedAt: number
}

/** A piece in the selection of this browser. */
export type SelectedPiece = Piece & Added
/** A product among the pieces of the selection. */
export type SelectedProduct = ProductPiece & Added

export interface Selection {
  pieces: readonly SelectedPiece[]
  /** Number of the request that was sent for just these pieces. */
  sent: string | null
}

export const maxSelected = 20
const emptySelection: Selection = { pieces: [], sent: null }

const version = 1
const slug = /^[a-z0-9-]{1,50}$/
const requestNumber = /^[A-Z0-9-]{1,30}$/
const measurings: readonly unknown[] = ['standard', 'own', 'visit'] satisfies Measuring[]

type Stored = Record<string, unknown>

export const isRecord = (value: unknown): value is Stored => typeof value === 'object' && value !== null
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value)

export const isMeasuresOf = (value: unknown): value is MeasuresOf => value === 'piece' || value === 'niche'
export const isMeasuring = (value: unknown): value is Measuring => measurings.includes(value)
export const isProductId = (value: unknown): value is number => isWhole(value) && value > 0 && value < 1e10
export const isQuantity = (value: unknown): value is number => isWhole(value) && value >= 1 && value <= maxPieces
export const isSlug = (value: unknown): value is string => typeof value === 'string' && slug.test(value)

/** The measures of three numbers, each within what is possible for their object; null for anything else. */
export function possibleMeasures(widthMm: unknown, depthMm: unknown, heightMm: unknown, of: MeasuresOf): Measures | null {
  const all = { widthMm, depthMm, heightMm }
  const isValid = (mm: unknown, side: Side) => isWhole(mm) && isPossible(mm) && leavesPiece(mm, side, of)
  return sides.every((side) => isValid(all[side], side)) ? (all as Measures) : null
}

function parseProduct({ p, w, d, h, o = 'piece', c = null, m }: Stored, { quantity, note }: Pick<Piece, 'quantity' | 'note'>) {
  if (!isProductId(p) || !isMeasuring(m) || !isMeasuresOf(o) || (c !== null && !isSlug(c))) return null
  const measures = m === 'own' ? possibleMeasures(w, d, h, o) : null
  // Own measures of a product without known ones are in the note.
  if (m === 'own' && measures === null && (w !== undefined || note === '')) return null
  const measuresOf = measures === null ? 'piece' : o
  return { productId: p, quantity, color: c, measuring: m, measures, measuresOf, note } satisfies ProductPiece
}

function parsePiece(stored: unknown): SelectedPiece | null {
  if (!isRecord(stored)) return null
  const { id, g, q, n = '', t } = stored
  if (typeof id !== 'string' || !isQuantity(q) || !isWhole(t) || typeof n !== 'string' || n.length > maxNote) return null
  const common = { quantity: q, note: n }
  if (g !== undefined) return isCodeText(g) ? { design: g, ...common, id, addedAt: t } : null
  const piece = parseProduct(stored, common)
  return piece === null ? null : { ...piece, id, addedAt: t }
}

/** Reads a stored selection; empty for one of another version, and without the pieces that make no sense. */
export function parseSelection(text: string | null): Selection {
  const stored = parseVersion(text, version)
  if (!Array.isArray(stored?.items)) return emptySelection
  const pieces = stored.items.flatMap((item) => parsePiece(item) ?? [])
  const isUnique = (piece: SelectedPiece, index: number) => pieces.findIndex(({ id }) => id === piece.id) === index
  const sent = typeof stored.s === 'string' && requestNumber.test(stored.s) ? stored.s : null
  return { pieces: pieces.filter(isUnique).slice(0, maxSelected), sent }
}

function formatProduct({ productId, color, measuring, measures, measuresOf }: ProductPiece) {
  return {
    p: productId,
    ...(measures !== null && { w: measures.widthMm, d: measures.depthMm, h: measures.heightMm }),
    ...(measuresOf !== 'piece' && { o: measuresOf }),
    ...(color !== null && { c: color }),
    m: measuring,
  }
}

export function formatSelection({ pieces, sent }: Selection): string {
  const items = pieces.map((piece) => ({
    id: piece.id,
    ...(piece.design === undefined ? formatProduct(piece) : { g: piece.design }),
    q: piece.quantity,
    ...(piece.note !== '' && { n: piece.note }),
    t: piece.addedAt,
  }))
  return JSON.stringify({ v: version, items, ...(sent !== null && { s: sent }) })
}

function isSameMeasure(left: Measures | null, right: Measures | null): boolean {
  return (
    left === right ||
    (left !== null &&
      right !== null &&
      left.widthMm === right.widthMm &&
      left.depthMm === right.depthMm &&
      left.heightMm === right.heightMm)
  )
}

/** Whether two pieces differ in their quantity at most. */
export function isSamePiece(left: Piece, right: Piece): boolean {
  if (left.design !== undefined || right.design !== undefined) return left.design === right.design && left.note === right.note
  return (
    left.productId === right.productId &&
    left.measuring === right.measuring &&
    left.measuresOf === right.measuresOf &&
    left.color === right.color &&
    left.note === right.note &&
    isSameMeasure(left.measures, right.measures)
  )
}
