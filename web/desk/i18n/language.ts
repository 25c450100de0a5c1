import { create } from 'zustand'
import { isLanguage, type Language } from '@shared/language'

const storageKey = 'desk.language'

function storedLanguage(): Language {
  try {
    const stored = localStorage.getItem(storageKey)
    return isLanguage(stored) ? stored : 'az'
  } catch {
    return 'az'
  }
}

/** The language that the desk shows; of the signed-in person, or the last one of this browser. */
const useLanguageStore = create<{ language: Language }>(() => ({ language: storedLanguage() }))

export const shownLanguage = (): Language => useLanguageStore.getState().language

export const useLanguage = (): Language => useLanguageStore((state) => state.language)

export function rememberLanguage(language: Language): void {
  useLanguageStore.setState({ language })
  document.documentElement.lang = language
  try {
    localStorage.setItem(storageKey, language)
  } catch {
    // Storage is disabled: the language lasts as long as the page.
  }
}
