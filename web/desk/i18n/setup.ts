import { createInstance } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language } from '@shared/language'
import { rememberLanguage } from './language'

const loaders = {
  az: () => import('./az.json'),
  ru: () => import('./ru.json'),
  en: () => import('./en.json'),
} satisfies Record<Language, () => Promise<unknown>>

export const i18n = createInstance()

let ready: Promise<unknown> | null = null

/** Loads the texts of a language without showing them. Rejects if they cannot be loaded. */
export async function loadTexts(language: Language): Promise<void> {
  ready ??= i18n.use(initReactI18next).init({
    resources: {},
    fallbackLng: false,
    interpolation: { escapeValue: false },
    returnNull: false,
  })
  await ready
  if (!i18n.hasResourceBundle(language, 'translation')) {
    i18n.addResourceBundle(language, 'translation', (await loaders[language]()).default)
  }
}

/** Loads the texts of a language and shows them. Rejects if they cannot be loaded. */
export async function showLanguage(language: Language): Promise<void> {
  await loadTexts(language)
  await i18n.changeLanguage(language)
  rememberLanguage(language)
}
