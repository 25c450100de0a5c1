import i18next from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import { isLanguage, type Language } from '@/lib/language'
import { settings } from '@/lib/settings'

async function fetchTexts(language: Language): Promise<Record<string, unknown>> {
  const response = await fetch(`/assets/i18n/${language}.json`)
  if (!response.ok) throw new Error(`translations of ${language}: status ${response.status}`)
  return (await response.json()) as Record<string, unknown>
}

/** Loads a language and initialises i18next with it. Retries once; rejects after the second failure. */
export async function startTexts(language: Language): Promise<void> {
  const texts = await fetchTexts(language).catch(() => fetchTexts(language))
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: { [language]: { translation: texts } },
    interpolation: { escapeValue: false },
    returnNull: false,
  })
  document.documentElement.lang = language
}

/** Changes the language without a page load, as back navigation between prefixes needs. */
export async function changeTexts(language: Language): Promise<void> {
  if (i18next.language === language) return
  if (!i18next.hasResourceBundle(language, 'translation')) {
    i18next.addResourceBundle(language, 'translation', await fetchTexts(language))
  }
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}

export function useLanguage(): Language {
  const { i18n } = useTranslation()
  return isLanguage(i18n.language) ? i18n.language : settings.defaultLanguage
}
