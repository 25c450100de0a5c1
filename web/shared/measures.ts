import type { Language } from './language'

/** Outer measures of a piece in whole millimetres, as the API takes them. */
export interface Measures {
  widthMm: number
  depthMm: number
  heightMm: number
}

export type Side = keyof Measures

/** The sides in the order of a form: how people measure a wall. */
export const sides = ['widthMm', 'heightMm', 'depthMm'] as const satisfies readonly Side[]

/** Measures that can be asked for, in millimetres. */
export const possibleMm = { min: 100, max: 10_000 } as const

const units = { az: 'sm', ru: 'см', en: 'cm' } as const satisfies Record<Language, string>
const noBreakSpace = '\u00a0'

/** The unit of the screen, centimetres. */
export const unitName = (language: Language): string => units[language]

/** Parses centimetres with at most one decimal after a comma or a point, in millimetres; `null` for any other text. */
export function parseCentimetres(text: string): number | null {
  const [, whole, decimal = '0'] = /^(\d{1,5})(?:[.,](\d))?$/.exec(text.trim()) ?? []
  return whole === undefined ? null : Number(whole) * 10 + Number(decimal)
}

/** Parses centimetres, in millimetres; 0, which is no possible measure, for any other text. */
export const millimetres = (text: string): number => parseCentimetres(text) ?? 0

export function isPossible(mm: number): boolean {
  return mm >= possibleMm.min && mm <= possibleMm.max
}

/** Formats millimetres as centimetres: `180`, `60,5` in az and ru, `60.5` in en. */
export function formatCentimetres(mm: number, language: Language): string {
  const decimal = mm % 10
  const whole = String(Math.floor(mm / 10))
  return decimal === 0 ? whole : `${whole}${language === 'en' ? '.' : ','}${decimal}`
}

/** Formats as width × depth × height, without the unit: `180 × 60 × 262`. */
export function formatSides({ widthMm, depthMm, heightMm }: Measures, language: Language): string {
  return [widthMm, depthMm, heightMm].map((mm) => formatCentimetres(mm, language)).join(`${noBreakSpace}× `)
}

/** `180 × 60 × 262 cm`. */
export function formatMeasures(measures: Measures, language: Language): string {
  return `${formatSides(measures, language)}${noBreakSpace}${unitName(language)}`
}

export function isSameSize(left: Measures, right: Measures): boolean {
  return sides.every((side) => left[side] === right[side])
}
