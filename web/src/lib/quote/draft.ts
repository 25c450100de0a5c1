import { maxNote, type Measuring } from './pieces'
import { isMeasuring, isQuantity, isRecord } from './selection'

/** The fields of a quote's form that describe the piece; the measures are texts in centimetres. */
export interface PieceValues {
  measuring: Measuring
  widthMm: string
  heightMm: string
  depthMm: string
  color: string
  quantity: number
  note: string
}

/** What the visitor has changed in a form, without contacts. */
export type Draft = Partial<PieceValues>

const version = 1
const isText = (max: number) => (value: unknown) => typeof value === 'string' && value.length <= max

/** Tests for the stored values of each field. */
const tests: Record<keyof PieceValues, (value: unknown) => boolean> = {
  measuring: isMeasuring,
  widthMm: isText(10),
  heightMm: isText(10),
  depthMm: isText(10),
  color: isText(50),
  quantity: isQuantity,
  note: isText(maxNote),
}

export const pieceFields = Object.keys(tests) as readonly (keyof PieceValues)[]

const keyOf = (productId: number) => `quote:${productId}`

/** The draft of a product in this tab; null for none, and for one of another version. */
export function readDraft(productId: number): Draft | null {
  let stored: unknown
  try {
    stored = JSON.parse(sessionStorage.getItem(keyOf(productId)) ?? 'null')
  } catch {
    return null
  }
  if (!isRecord(stored) || stored.v !== version || !isRecord(stored.values)) return null
  const { values } = stored
  const names = pieceFields.filter((name) => values[name] !== undefined)
  if (names.length === 0 || !names.every((name) => tests[name](values[name]))) return null
  return Object.fromEntries(names.map((name) => [name, values[name]]))
}

/** Keeps what differs from the initial values. */
export function saveDraft(productId: number, values: PieceValues, initial: PieceValues): void {
  const changed = pieceFields.filter((name) => values[name] !== initial[name])
  try {
    if (changed.length === 0) sessionStorage.removeItem(keyOf(productId))
    else {
      const draft = { v: version, values: Object.fromEntries(changed.map((name) => [name, values[name]])) }
      sessionStorage.setItem(keyOf(productId), JSON.stringify(draft))
    }
  } catch {
    // Without storage the form starts anew each time.
  }
}

export function clearDraft(productId: number): void {
  try {
    sessionStorage.removeItem(keyOf(productId))
  } catch {
    // There is none.
  }
}
