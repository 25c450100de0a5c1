import { createContext, use } from 'react'
import type { Language } from '@shared/language'
import { makeTranslate, type Values } from '@/lib/i18n/translator'
import type { Screens } from './opened'
import type english from './texts/en.json'
import type laterEnglish from './texts/later/en.json'

type Plural = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
type Singular<Key extends string> = Key extends `${infer Base}_${Plural}` ? Base : Key
/** A key of the designer's texts, which load with the designer alone. */
export type DesignTextKey = Singular<keyof typeof english | keyof typeof laterEnglish>

export interface DesignTexts {
  language: Language
  t: (key: DesignTextKey, values?: Values) => string
  /** The text of a key that comes from a rule; empty for one that is not known, and until the later texts are there. */
  ofRule: (key: string, values?: Values) => string
}

type Texts = Readonly<Record<string, string>>

/** Texts of the steps, of links and of the rules, with the components that show them. */
interface Later {
  texts: Texts
  screens: Screens
}

/** What a language needs, loaded once. */
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

export function makeDesignTexts(language: Language, texts: Texts): DesignTexts {
  const translate = makeTranslate(language, texts)
  const ofRule = (key: string, values: Values = {}) => (key in texts ? translate(key, values) : '')
  return { language, t: translate, ofRule }
}

export const DesignTextsContext = createContext<DesignTexts | null>(null)

/** The designer's texts. Throws outside of the designer. */
export function useDesignTexts(): DesignTexts {
  const texts = use(DesignTextsContext)
  if (texts === null) throw new Error('useDesignTexts is used outside of the designer')
  return texts
}
