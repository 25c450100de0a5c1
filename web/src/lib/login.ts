import { navigate } from 'wouter/use-browser-location'
import { splitLanguage } from '@shared/language'

/** Path of the sign-in screen in the current language, which returns to `from`. */
function loginPath(from: string): string {
  const { language } = splitLanguage(window.location.pathname)
  return `${language === null ? '' : `/${language}`}/login?returnUrl=${encodeURIComponent(from)}`
}

/** Asks for the password on the current screen. */
let askInPlace: (() => void) | null = null

/**
 * Lets a screen whose form must not be lost ask for the password in place, instead of leaving for the sign-in screen. Returns a
 * function that ends it.
 */
export function signInInPlace(ask: () => void): () => void {
  askInPlace = ask
  return () => {
    if (askInPlace === ask) askInPlace = null
  }
}

/**
 * Navigates to the sign-in screen, unless it is the current screen or the current one asks in place. `replace` leaves no way back
 * to a screen that would only lead here again.
 */
export function goToLogin({ replace = false } = {}): void {
  if (askInPlace !== null) {
    askInPlace()
    return
  }
  const { pathname, search } = window.location
  if (splitLanguage(pathname).rest === '/login') return
  navigate(loginPath(pathname + search), { replace })
}
