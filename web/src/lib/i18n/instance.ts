import type { TFunction } from 'i18next'
import { useSyncExternalStore } from 'react'
import type { Language } from '@shared/language'
import type { TextKey } from '@/lib/text-key'
import { makeTranslate, type Texts, type Values } from './translator'

const catalogs = new Map<Language, TFunction>()
const listeners = new Set<() => void>()

const untranslated = ((key: string) => key) as TFunction
let translate = untranslated
let language = ''

/** Translates outside of components; components call `useTranslation`. */
export const t = ((key: TextKey, values?: Values) => translate(key, values ?? {})) as TFunction

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const present = () => translate

/** Returns the function that translates into the shown language, as the hook of react-i18next does. */
export const useTranslation = (): { t: TFunction } => ({ t: useSyncExternalStore(subscribe, present, present) })

export function hasTexts(language: Language): boolean {
  return catalogs.has(language)
}

export const shownLanguage = (): string => language

export function addTexts(language: Language, texts: Texts): void {
  catalogs.set(language, makeTranslate(language, texts) as TFunction)
}

/** Shows the texts of a language, which `addTexts` must have added. */
export function showLanguage(next: Language): void {
  translate = catalogs.get(next) ?? untranslated
  language = next
  for (const listener of listeners) listener()
}

export const useShownLanguage = (): string => useSyncExternalStore(subscribe, shownLanguage, shownLanguage)
