import { navigate } from 'wouter/use-browser-location'
import { splitLanguage } from '@shared/language'

/** Path of the sign-in screen in the current language, which returns to `from`. */
export function loginPath(from: string): string {
  const { language } = splitLanguage(window.location.pathname)
  return `${language === null ? '' : `/${language}`}/login?returnUrl=${encodeURIComponent(from)}`
}

/** Navigates to the sign-in screen, unless it is the current screen. */
export function goToLogin(): void {
  const { pathname, search } = window.location
  if (splitLanguage(pathname).rest === '/login') return
  navigate(loginPath(pathname + search))
}
