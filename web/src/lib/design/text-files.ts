import type { Language } from '@shared/language'
import type { Texts } from './design-texts'

type Files = Record<Language, () => Promise<{ default: Texts }>>

/** The texts of the start, which shows prices before the code of the steps is there. */
export const firstTextFiles: Files = {
  az: () => import('./texts/az.json'),
  ru: () => import('./texts/ru.json'),
  en: () => import('./texts/en.json'),
}

/** The texts of the steps, of links and of the rules. */
export const laterTextFiles: Files = {
  az: () => import('./texts/later/az.json'),
  ru: () => import('./texts/later/ru.json'),
  en: () => import('./texts/later/en.json'),
}
