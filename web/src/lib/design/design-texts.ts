import { createContext, use } from 'react'
import type { Language } from '@shared/language'
import { makeTranslate, type Values } from '@/lib/i18n/translator'
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

/** Texts of one file by key. */
export type Texts = Readonly<Record<string, string>>

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
