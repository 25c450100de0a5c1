import { pathInLanguage, splitLanguage } from '@shared/language'

const placeholderOrigin = 'https://shop.invalid'

/**
 * Returns the path to open after signing in: the return URL in the current language, or the account if it could lead to
 * another site or to a sign-in screen.
 */
export function returnTarget(returnUrl: string | null, pathname: string): string {
  const { language } = splitLanguage(pathname)
  const localized = (path: string) => (language === null ? path : pathInLanguage(path, language))
  const account = localized('/account')
  if (returnUrl === null || !/^\/(?![/\\])/.test(returnUrl)) return account
  let url: URL
  try {
    url = new URL(returnUrl, placeholderOrigin)
  } catch {
    return account
  }
  // `/.//host` is a path of another host once it is normalized.
  if (url.origin !== placeholderOrigin || url.pathname.includes('//')) return account
  const { rest } = splitLanguage(url.pathname)
  if (/^\/(login|register|forgot-password|reset-password|verify-email|auth)(\/|$)/.test(rest)) return account
  return `${localized(url.pathname)}${url.search}${url.hash}`
}

/** Adds the return URL to the path of a sign-in screen. */
export function withReturnUrl(path: string, returnUrl: string | null): string {
  return returnUrl === null ? path : `${path}?returnUrl=${encodeURIComponent(returnUrl)}`
}
