import type { Texts } from './translator'

/**
 * Whether staff may change a text at the desk: those of the home page, with the reviews, and of the questions. One with values of
 * the shop stays as it is.
 */
export const isHomeText = (key: string, text: string): boolean => /^(HOME|FAQ)\./.test(key) && !text.includes('{{')

/** Keys and texts of a translation file. */
export function textEntries(texts: Texts, prefix = ''): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string' ? [[prefix + name, value] as [string, string]] : textEntries(value, `${prefix}${name}.`),
  )
}

/** Replaces the texts that staff may change with slots such as `{{t-HOME-HERO_TITLE}}`, which the gateway fills in. */
export function withTextSlots(texts: Texts, prefix = ''): Texts {
  return Object.fromEntries(
    Object.entries(texts).map(([name, value]): [string, string | Texts] => {
      const key = prefix + name
      if (typeof value !== 'string') return [name, withTextSlots(value, `${key}.`)]
      return [name, isHomeText(key, value) ? `{{t-${key.replaceAll('.', '-')}}}` : value]
    }),
  )
}
