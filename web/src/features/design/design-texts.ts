import { createContext, use } from 'react'
import type { Language } from '@shared/language'
import { makeTranslate, type Values } from '@/lib/i18n/translator'
import type english from './texts/en.json'

type Plural = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
type Singular<Key extends string> = Key extends `${infer Base}_${Plural}` ? Base : Key
/** A key of the designer's texts, which load with the designer alone. */
export type DesignTextKey = Singular<keyof typeof english>

export interface DesignTexts {
  language: Language
  t: (key: DesignTextKey, values?: Values) => string
  /** The text of a key that comes from a rule; empty for one that is not known. */
  ofRule: (key: string, values?: Values) => string
}

const files: Record<Language, () => Promise<{ default: Readonly<Record<string, string>> }>> = {
  az: () => import('./texts/az.json'),
  ru: () => import('./texts/ru.json'),
  en: () => import('./texts/en.json'),
}
const loaded = new Map<Language, Promise<DesignTexts>>()

async function load(language: Language): Promise<DesignTexts> {
  const { default: texts } = await files[language]()
  const translate = makeTranslate(language, texts)
  const ofRule = (key: string, values: Values = {}) => (key in texts ? translate(key, values) : '')
  return { language, t: translate, ofRule }
}

/** The designer's texts in a language. A failed load is tried again the next time. */
export function designTexts(language: Language): Promise<DesignTexts> {
  const known = loaded.get(language)
  if (known !== undefined) return known
  const texts = load(language)
  loaded.set(language, texts)
  texts.catch(() => loaded.delete(language))
  return texts
}

export const DesignTextsContext = createContext<DesignTexts | null>(null)

/** The designer's texts. Throws outside of the designer. */
export function useDesignTexts(): DesignTexts {
  const texts = use(DesignTextsContext)
  if (texts === null) throw new Error('useDesignTexts is used outside of the designer')
  return texts
}
