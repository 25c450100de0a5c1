import type { Language } from '@shared/language'

/** Suffixes of the words for 1 to 9 and for 10, 20 to 90. */
const ones = ['i', 'si', 'ü', 'ü', 'i', 'sı', 'si', 'i', 'u']
const tens = ['u', 'si', 'u', 'ı', 'si', 'ı', 'i', 'i', 'ı']

/** Suffix of a number from 0 to 999 that is a part of a whole, by the vowels of its last word. */
const suffix = (count: number): string => (count === 0 ? 'ı' : (ones[(count % 10) - 1] ?? tens[(Math.floor(count / 10) % 10) - 1] ?? 'ü'))

/** A number of records of a larger number, at most 999: `3-ü` in Azerbaijani (`3 sorğudan 3-ü`), `3` elsewhere. */
export const ofThem = (count: number, language: Language): string =>
  language === 'az' ? `${String(count)}-${suffix(count)}` : String(count)
