import type { Schemas } from './api/contract'
import { languageValues } from './api/schema'
import { readStored, writeStored } from './storage'

export { languageValues as languages }
export type Language = Schemas['Language']

/** Native names of the languages. */
export const languageNames: Readonly<Record<Language, string>> = {
  az: 'Azərbaycan',
  ru: 'Русский',
  en: 'English',
}

const storageKey = 'selectedLanguage'

export function isLanguage(value: unknown): value is Language {
  return languageValues.some((language) => language === value)
}

/** Splits `/az/shop` into its language and the rest; the rest always starts with a slash. */
export function splitLanguage(pathname: string): { language: Language | null; rest: string } {
  const [, first = '', ...others] = pathname.split('/')
  return isLanguage(first) ? { language: first, rest: `/${others.join('/')}` } : { language: null, rest: pathname === '' ? '/' : pathname }
}

/** Returns the language of the path's prefix, else the stored one, else the fallback. */
export function chooseLanguage(pathname: string, stored: string | null, fallback: Language): Language {
  const { language } = splitLanguage(pathname)
  if (language !== null) return language
  return isLanguage(stored) ? stored : fallback
}

/** Replaces the language prefix of a path: `/ru/shop` in az is `/az/shop`, the home page is `/az`. */
export function pathInLanguage(pathname: string, language: Language): string {
  const { rest } = splitLanguage(pathname)
  return rest === '/' ? `/${language}` : `/${language}${rest}`
}

/** Returns `null` if nothing is stored. */
export const storedLanguage = (): string | null => readStored(storageKey)

export function storeLanguage(language: Language): void {
  writeStored(storageKey, language)
}
