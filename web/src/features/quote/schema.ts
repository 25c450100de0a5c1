import * as z from 'zod/mini'
import { isPossible, parseCentimetres, sides, type Side } from '@shared/measures'
import { leavesPiece, type MeasuresOf } from '@shared/niche'
import { optional } from '@shared/forms/schema'
import { contactFields, contactLabels } from '@/lib/quote/contact-schema'
import { maxNote, maxPieces } from '@/lib/quote/pieces'
import type { TextKey } from '@shared/text-key'

const fields = {
  measuring: z.enum(['standard', 'own', 'visit']),
  measuresOf: z.enum(['piece', 'niche']),
  widthMm: z.string(),
  heightMm: z.string(),
  depthMm: z.string(),
  color: z.string(),
  quantity: z.number().check(z.minimum(1, 'FIELD.INVALID'), z.maximum(maxPieces, 'FIELD.INVALID')),
  note: optional(maxNote),
  ...contactFields,
}

/**
 * The form of a quote request. The fields are named as those of the API, whose errors are shown at them; the measures are
 * texts in centimetres.
 */
export type QuoteValues = z.infer<z.ZodMiniObject<typeof fields>>

function problemOf(text: string, side: Side, of: MeasuresOf): TextKey | null {
  const mm = parseCentimetres(text)
  if (mm === null) return 'QUOTE.NOT_NUMBER'
  if (!isPossible(mm)) return 'QUOTE.IMPOSSIBLE'
  return leavesPiece(mm, side, of) ? null : 'QUOTE.NICHE_SMALL'
}

/** For a product with known measures, which the customer's own replace. */
export const measuredSchema = z.object(fields).check(({ value, issues }) => {
  if (value.measuring !== 'own') return
  for (const side of sides) {
    const message = problemOf(value[side], side, value.measuresOf)
    if (message !== null) issues.push({ code: 'custom', path: [side], input: value[side], message })
  }
})

/** For a product whose measures are not known: the note describes the customer's own. */
export const describedSchema = z.object(fields).check(({ value, issues }) => {
  if (value.measuring !== 'own' || value.note.trim() !== '') return
  const message: TextKey = 'FIELD.REQUIRED'
  issues.push({ code: 'custom', path: ['note'], input: value.note, message })
})

/** Labels in the order of the form. */
export const quoteLabels = {
  measuring: 'QUOTE.SIZE',
  measuresOf: 'QUOTE.MEASURES_OF',
  widthMm: 'PRODUCT.WIDTH',
  heightMm: 'PRODUCT.HEIGHT',
  depthMm: 'PRODUCT.DEPTH',
  color: 'PRODUCT.COLORS',
  quantity: 'PRODUCT.QUANTITY',
  note: 'QUOTE.NOTE',
  ...contactLabels,
} as const satisfies Record<keyof QuoteValues, TextKey>
