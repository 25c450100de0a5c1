import type { Language } from '@shared/language'

/** The language of the source, from which the others are translated; the shop falls back to it. */
export const sourceLanguage: Language = 'az'

export const textSuffixes = { az: 'Az', ru: 'Ru', en: 'En' } as const satisfies Record<Language, string>

/** Fields with texts, among others. */
export type Translated = Readonly<Record<string, string | undefined>>

/** The field of a text in a language. */
export const inLanguage = (name: string, language: Language): string => name + textSuffixes[language]
