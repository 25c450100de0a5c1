import { settings } from '@/lib/settings'
import { chooseLanguage, storedLanguage, type Language } from '@shared/language'

/** The language of the current URL, else the stored one, else the shop's default. */
export function currentLanguage(): Language {
  return chooseLanguage(window.location.pathname, storedLanguage(), settings.defaultLanguage)
}
