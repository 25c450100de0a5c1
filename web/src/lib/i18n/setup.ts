import { useTranslation } from 'react-i18next'
import { isLanguage, type Language } from '@shared/language'
import { settings } from '@/lib/settings'
import { changedContent } from './changed'
import { addTexts, hasTexts, showLanguage, shownLanguage } from './instance'
import type { Texts } from './translator'

async function fetchTexts(language: Language): Promise<Texts> {
  const response = await fetch(`/assets/i18n/${language}.json`)
  if (!response.ok) throw new Error(`translations of ${language}: status ${response.status}`)
  return (await response.json()) as Texts
}

/** Loads the texts of a language, with those that staff changed. */
async function load(language: Language): Promise<void> {
  addTexts(language, await fetchTexts(language).catch(() => fetchTexts(language)), changedContent()[language])
}

function show(language: Language): void {
  showLanguage(language)
  document.documentElement.lang = language
}

/** Loads the texts of a language and shows them. Retries once; rejects after the second failure. */
export async function startTexts(language: Language): Promise<void> {
  await load(language)
  show(language)
}

/** Changes the language without a page load, as back navigation between prefixes needs. */
export async function changeTexts(language: Language): Promise<void> {
  if (shownLanguage() === language) return
  if (!hasTexts(language)) await load(language)
  show(language)
}

export function useLanguage(): Language {
  const { i18n } = useTranslation()
  return isLanguage(i18n.language) ? i18n.language : settings.defaultLanguage
}
