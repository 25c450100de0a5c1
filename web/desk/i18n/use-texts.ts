import type { TFunction } from 'i18next'
import { useEffect, useState } from 'react'
import type { Language } from '@shared/language'
import { i18n, loadTexts } from './setup'

/** Texts of a language that is not the desk's, such as the customer's; null until they are loaded. */
export function useTexts(language: Language): TFunction | null {
  const [loaded, setLoaded] = useState<Language | null>(null)
  const isLoaded = loaded === language || i18n.hasResourceBundle(language, 'translation')
  useEffect(() => {
    if (isLoaded) return
    let isWanted = true
    loadTexts(language)
      .then(() => isWanted && setLoaded(language))
      // Without them the preview stays away; the offer can still be sent.
      .catch(() => undefined)
    return () => {
      isWanted = false
    }
  }, [language, isLoaded])
  return isLoaded ? i18n.getFixedT(language) : null
}
