import type { Language } from './language'

const suffixes = { az: 'Az', ru: 'Ru', en: 'En' } as const satisfies Record<Language, string>

/** Anything that has `name`, `nameAz`, `nameRu`, `nameEn` for the field `name`. */
export type Translated<Field extends string> = Partial<
  Record<Field | `${Field}${(typeof suffixes)[Language]}`, string | null>
>

/** Text from the API, trimmed; nothing, blanks and the word `null` are no text. */
export function cleanText(value: string | null | undefined): string {
  const text = value?.trim() ?? ''
  return text === 'null' ? '' : text
}

/** The field for the language, else the base field, else empty. */
export function localized<Field extends string>(item: Translated<Field>, field: Field, language: Language): string {
  const key = `${field}${suffixes[language]}` as const
  return cleanText(item[key]) || cleanText(item[field])
}

/** The lines of a measurement or feature text. */
export function textLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
