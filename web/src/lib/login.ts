import { navigate } from 'wouter/use-browser-location'
import { splitLanguage } from './language'

/** `/login` under the prefix in use, coming back to `from` afterwards. */
export function loginAddress(from: string): string {
  const { language } = splitLanguage(window.location.pathname)
  return `${language === null ? '' : `/${language}`}/login?returnUrl=${encodeURIComponent(from)}`
}

/** Leaves for the sign-in screen; where the visitor is there already, stays. */
export function goToLogin(): void {
  const { pathname, search } = window.location
  if (splitLanguage(pathname).rest === '/login') return
  navigate(loginAddress(pathname + search))
}
