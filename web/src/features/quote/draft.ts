import * as z from 'zod/mini'
import { maxNote, maxPieces } from '@/lib/quote/pieces'
import { pieceFields, type QuoteValues } from './schema'

const version = 1
const text = (max: number) => z.optional(z.string().check(z.maxLength(max)))

/** What the visitor has changed in a form, without contacts. */
const draftSchema = z.object({
  v: z.literal(version),
  values: z.object({
    measuring: z.optional(z.enum(['standard', 'own', 'visit'])),
    widthMm: text(10),
    heightMm: text(10),
    depthMm: text(10),
    color: text(50),
    quantity: z.optional(z.int().check(z.gte(1), z.lte(maxPieces))),
    note: text(maxNote),
  }),
})

export type Draft = Partial<Pick<QuoteValues, (typeof pieceFields)[number]>>

const keyOf = (productId: number) => `quote:${productId}`

/** The draft of a product in this tab; null for none, and for one of another version. */
export function readDraft(productId: number): Draft | null {
  try {
    const parsed = draftSchema.safeParse(JSON.parse(sessionStorage.getItem(keyOf(productId)) ?? 'null'))
    if (!parsed.success) return null
    const values = Object.entries(parsed.data.values).filter(([, value]) => value !== undefined)
    return values.length === 0 ? null : Object.fromEntries(values)
  } catch {
    return null
  }
}

/** Keeps what differs from the initial values. */
export function saveDraft(productId: number, values: QuoteValues, initial: QuoteValues): void {
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
