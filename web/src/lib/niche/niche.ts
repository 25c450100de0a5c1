import type { Language } from '@shared/language'
import { formatCentimetres, isPossible, parseCentimetres, unitName } from '@shared/measures'
import { parseVersion } from '@shared/storage'

/** The space between walls, floor and ceiling that furniture must fit, in whole millimetres. */
export interface Niche {
  widthMm: number
  /** Null where the visitor has not given it. */
  heightMm: number | null
}

const version = 1

const measureOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && isPossible(value) ? value : null

/** Reads a stored niche; null for none, for one of another version, and for one that makes no sense. */
export function parseNiche(text: string | null): Niche | null {
  const stored = parseVersion(text, version)
  const widthMm = measureOf(stored?.w)
  return widthMm === null ? null : { widthMm, heightMm: measureOf(stored?.h) }
}

export function formatNiche({ widthMm, heightMm }: Niche): string {
  return JSON.stringify({ v: version, w: widthMm, ...(heightMm !== null && { h: heightMm }) })
}

/** `243 × 262 cm`, or `243 cm` without a height. */
export function nicheSize({ widthMm, heightMm }: Niche, language: Language): string {
  const sides = [widthMm, heightMm].flatMap((mm) => (mm === null ? [] : [formatCentimetres(mm, language)]))
  return `${sides.join('\u00a0×\u00a0')}\u00a0${unitName(language)}`
}

/** Error of a typed measure. */
type MeasureError = 'number' | 'impossible'

/** Parses a measure in centimetres into millimetres; null for an empty text. */
export function parseMeasure(text: string): { mm: number | null } | { error: MeasureError } {
  if (text.trim() === '') return { mm: null }
  const mm = parseCentimetres(text)
  if (mm === null) return { error: 'number' }
  return isPossible(mm) ? { mm } : { error: 'impossible' }
}
