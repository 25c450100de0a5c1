import { settings } from '@/lib/settings'
import { chooseLanguage, storedLanguage, type Language } from '@/lib/language'

/** The language of the page as it stands: a rule of the address and the stored choice, so nobody has to keep it. */
export function currentLanguage(): Language {
  return chooseLanguage(window.location.pathname, storedLanguage(), settings.defaultLanguage)
}
