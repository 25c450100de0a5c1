import { quoteDraft as prefix } from '@shared/forms/drafts'
import { parseVersion, readStored, writeStored } from '@shared/storage'
import { sides } from '@shared/measures'
import type { MeasuresOf } from '@shared/niche'
import { maxNote, type Measuring } from './pieces'
import { isMeasuresOf, isMeasuring, isQuantity, isRecord } from './selection'

/** The fields of a quote's form that describe the piece; the measures are texts in centimetres. */
export interface PieceValues {
  measuring: Measuring
  measuresOf: MeasuresOf
  widthMm: string
  heightMm: string
  depthMm: string
  color: string
  quantity: number
  note: string
}

/** Changed fields of a form, without contacts. */
export type Draft = Partial<PieceValues>

const version = 1
const isText = (max: number) => (value: unknown) => typeof value === 'string' && value.length <= max

/** Tests for the stored values of each field. */
const tests: Record<keyof PieceValues, (value: unknown) => boolean> = {
  measuring: isMeasuring,
  measuresOf: isMeasuresOf,
  widthMm: isText(10),
  heightMm: isText(10),
  depthMm: isText(10),
  color: isText(50),
  quantity: isQuantity,
  note: isText(maxNote),
}

export const pieceFields = Object.keys(tests) as readonly (keyof PieceValues)[]

const keyOf = (productId: number) => `${prefix}${productId}`

/** The draft of a product in this tab; null for none, and for one of another version. */
export function readDraft(productId: number): Draft | null {
  const values = parseVersion(readStored(keyOf(productId), 'sessionStorage'), version)?.values
  if (!isRecord(values)) return null
  const names = pieceFields.filter((name) => values[name] !== undefined)
  if (names.length === 0 || !names.every((name) => tests[name](values[name]))) return null
  return Object.fromEntries(names.map((name) => [name, values[name]]))
}

/** Fields of a niche, kept as a whole: the measures of a form depend on their object. */
const nicheFields = ['measuresOf', ...sides] as const

/** Keeps what differs from the initial values and can be read again. */
export function saveDraft(productId: number, values: PieceValues, initial: PieceValues): void {
  const changed = pieceFields.filter((name) => values[name] !== initial[name] && tests[name](values[name]))
  const niche = values.measuresOf === 'niche' && changed.length > 0 ? nicheFields.filter((name) => tests[name](values[name])) : []
  const draft = { v: version, values: Object.fromEntries([...changed, ...niche].map((name) => [name, values[name]])) }
  writeStored(keyOf(productId), changed.length === 0 ? null : JSON.stringify(draft), 'sessionStorage')
}

export function clearDraft(productId: number): void {
  writeStored(keyOf(productId), null, 'sessionStorage')
}
