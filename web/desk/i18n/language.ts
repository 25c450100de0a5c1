import { create } from 'zustand'
import { isLanguage, type Language } from '@shared/language'
import { readStored, writeStored } from '@shared/storage'

const storageKey = 'desk.language'

function storedLanguage(): Language {
  const stored = readStored(storageKey)
  return isLanguage(stored) ? stored : 'az'
}

/** The language that the desk shows; of the signed-in person, or the last one of this browser. */
const useLanguageStore = create<{ language: Language }>(() => ({ language: storedLanguage() }))

export const shownLanguage = (): Language => useLanguageStore.getState().language

export const useLanguage = (): Language => useLanguageStore((state) => state.language)

export function rememberLanguage(language: Language): void {
  useLanguageStore.setState({ language })
  document.documentElement.lang = language
  writeStored(storageKey, language)
}
