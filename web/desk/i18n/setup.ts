import { createInstance } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { languages, type Language } from '@shared/language'
import { rememberLanguage, shownLanguage } from './language'

const loaders = {
  az: () => import('./az.json'),
  ru: () => import('./ru.json'),
  en: () => import('./en.json'),
} satisfies Record<Language, () => Promise<unknown>>

/** Texts that load with their screen: all others would load them, too. */
const parts = {
  priceBook: {
    az: () => import('./price-book/az.json'),
    ru: () => import('./price-book/ru.json'),
    en: () => import('./price-book/en.json'),
  },
  offers: {
    az: () => import('./offers/az.json'),
    ru: () => import('./offers/ru.json'),
    en: () => import('./offers/en.json'),
  },
  quoteDesign: {
    az: () => import('./quote-design/az.json'),
    ru: () => import('./quote-design/ru.json'),
    en: () => import('./quote-design/en.json'),
  },
  workshop: {
    az: () => import('./workshop/az.json'),
    ru: () => import('./workshop/ru.json'),
    en: () => import('./workshop/en.json'),
  },
} satisfies Record<string, Record<Language, () => Promise<{ default: object }>>>
type Part = keyof typeof parts

/** Parts whose screens were loaded: their texts follow the language. */
const usedParts = new Set<Part>()

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
    const loaded = await Promise.all([loaders[language](), ...[...usedParts].map((part) => parts[part][language]())])
    // All at once: a screen that shows the language as soon as it is there has the texts of its part.
    for (const { default: texts } of loaded) i18n.addResourceBundle(language, 'translation', texts, true, true)
  }
  // Parts whose screens were loaded meanwhile.
  await Promise.all([...usedParts].map((part) => addPart(part, language)))
}

async function addPart(part: Part, language: Language): Promise<void> {
  i18n.addResourceBundle(language, 'translation', (await parts[part][language]()).default, true, true)
}

/**
 * Loads the texts of a part in the shown language and in those that are loaded, and from then on in each language that is loaded.
 * Rejects if they cannot be loaded.
 */
export async function loadPart(part: Part): Promise<void> {
  usedParts.add(part)
  const shown = shownLanguage()
  const used = languages.filter((language) => language === shown || i18n.hasResourceBundle(language, 'translation'))
  await Promise.all(used.map((language) => addPart(part, language)))
}

/** Loads the texts of a language and shows them. Rejects if they cannot be loaded. */
export async function showLanguage(language: Language): Promise<void> {
  await loadTexts(language)
  await i18n.changeLanguage(language)
  rememberLanguage(language)
}
