import type { Language } from '@shared/language'

const suffixes = { az: 'Az', ru: 'Ru', en: 'En' } as const satisfies Record<Language, string>

/** An object with `name`, `nameAz`, `nameRu`, `nameEn` for the field `name`. */
type Translated<Field extends string> = Partial<Record<Field | `${Field}${(typeof suffixes)[Language]}`, string | null>>

/** Trims a text of the API; `null`, blanks and the word `null` become empty. */
function cleanText(value: string | null | undefined): string {
  const text = value?.trim() ?? ''
  return text === 'null' ? '' : text
}

/** Returns the field in the language, else the base field, else an empty text. */
export function localized<Field extends string>(item: Translated<Field>, field: Field, language: Language): string {
  const key = `${field}${suffixes[language]}` as const
  return cleanText(item[key]) || cleanText(item[field])
}

/** Returns the non-empty lines of a measurement or feature text. */
export function textLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
