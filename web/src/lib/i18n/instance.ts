import type { TFunction, i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language } from '@shared/language'
import type { TextKey } from '@shared/text-key'
import { makeTranslate, type ChangedTexts, type Texts, type Values } from './translator'

type Listener = () => void

const catalogs = new Map<Language, TFunction>()
const listeners = new Set<Listener>()

/** The part of i18next's interface that `useTranslation` of react-i18next reads. */
const instance = {
  options: {},
  isInitialized: true,
  language: '',
  languages: [] as string[],
  hasLoadedNamespace: () => true,
  getFixedT: () => translate,
  on: (_event: string, listener: Listener) => void listeners.add(listener),
  off: (_event: string, listener: Listener) => void listeners.delete(listener),
}

const untranslated = ((key: string) => key) as TFunction
let translate = untranslated

/** Translates outside of components; components call `useTranslation`. */
export const t = ((key: TextKey, values?: Values) => translate(key, values ?? {})) as TFunction

export function hasTexts(language: Language): boolean {
  return catalogs.has(language)
}

export const shownLanguage = (): string => instance.language

export function addTexts(language: Language, texts: Texts, changed?: ChangedTexts): void {
  catalogs.set(language, makeTranslate(language, texts, changed) as TFunction)
}

/** Shows the texts of a language, which `addTexts` must have added. */
export function showLanguage(language: Language): void {
  translate = catalogs.get(language) ?? untranslated
  instance.language = language
  instance.languages = [language]
  initReactI18next.init(instance as unknown as i18n)
  for (const listener of listeners) listener()
}
