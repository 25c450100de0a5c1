import type { Language } from '@shared/language'
import type { Texts } from './design-texts'
import type { Screens } from './opened'

/** Texts of the steps, of links and of the rules, with the components that show them. */
interface Later {
  texts: Texts
  screens: Screens
}

/** A value of each language, loaded once. */
interface Loader<Value> {
  /** A failed load is tried again the next time. */
  load: (language: Language) => Promise<Value>
  /** The value if it is there. */
  loaded: (language: Language) => Value | null
}

function loaderOf<Value>(loadNow: (language: Language) => Promise<Value>): Loader<Value> {
  const loads = new Map<Language, Promise<Value>>()
  const values = new Map<Language, Value>()
  const load = (language: Language) => {
    const known = loads.get(language)
    if (known !== undefined) return known
    const begun = loadNow(language).then((value) => {
      values.set(language, value)
      return value
    })
    loads.set(language, begun)
    begun.catch(() => loads.delete(language))
    return begun
  }
  return { load, loaded: (language) => values.get(language) ?? null }
}

type Files = Record<Language, () => Promise<{ default: Texts }>>

const firstFiles: Files = {
  az: () => import('./texts/az.json'),
  ru: () => import('./texts/ru.json'),
  en: () => import('./texts/en.json'),
}
const laterFiles: Files = {
  az: () => import('./texts/later/az.json'),
  ru: () => import('./texts/later/ru.json'),
  en: () => import('./texts/later/en.json'),
}

/** The texts of the start, which shows prices before the code of the steps is there. */
export const firstTexts = loaderOf(async (language) => (await firstFiles[language]()).default)

export const later = loaderOf(async (language): Promise<Later> => {
  const [texts, { screens }] = await Promise.all([laterFiles[language](), import('./opened')])
  return { texts: texts.default, screens }
})
