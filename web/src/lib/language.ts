export const languages = ['az', 'ru', 'en'] as const
export type Language = (typeof languages)[number]

/** The language's own name, as the language menu shows it. */
export const languageNames: Readonly<Record<Language, string>> = {
  az: 'Azərbaycan',
  ru: 'Русский',
  en: 'English',
}

const storageKey = 'selectedLanguage'

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value)
}

/** Splits `/az/shop` into its language and the rest; the rest always starts with a slash. */
export function splitLanguage(pathname: string): { language: Language | null; rest: string } {
  const [, first = '', ...others] = pathname.split('/')
  return isLanguage(first)
    ? { language: first, rest: `/${others.join('/')}` }
    : { language: null, rest: pathname === '' ? '/' : pathname }
}

/** The prefix decides, else the stored choice, else the default. */
export function chooseLanguage(pathname: string, stored: string | null, fallback: Language): Language {
  const { language } = splitLanguage(pathname)
  if (language !== null) return language
  return isLanguage(stored) ? stored : fallback
}

/** The same path under another language's prefix: `/ru/shop` in az is `/az/shop`, the home page is `/az`. */
export function pathInLanguage(pathname: string, language: Language): string {
  const { rest } = splitLanguage(pathname)
  return rest === '/' ? `/${language}` : `/${language}${rest}`
}

/** Storage may be switched off in the browser: then nothing is remembered and nothing breaks. */
export function storedLanguage(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

export function storeLanguage(language: Language): void {
  try {
    localStorage.setItem(storageKey, language)
  } catch {
    // The prefix of the address still carries the choice.
  }
}
