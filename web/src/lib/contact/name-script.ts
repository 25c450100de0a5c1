import type { Language } from '@shared/language'

/** Whether a name of the staff, which is kept in one spelling, can be read in a language: Russian is written in Cyrillic letters. */
export function isReadable(name: string, language: Language): boolean {
  return /\p{Script=Cyrillic}/u.test(name) === (language === 'ru')
}
