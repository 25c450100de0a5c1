import { pathInLanguage, splitLanguage } from './language'

const stand = 'https://shop.invalid'

/**
 * Where to go after signing in: the address asked for if it lies on this site, else the account. Anything that a
 * browser could read as another site's address does not count, nor do the sign-in screens themselves.
 */
export function returnTarget(asked: string | null, pathname: string): string {
  const { language } = splitLanguage(pathname)
  const inPlace = (path: string) => (language === null ? path : pathInLanguage(path, language))
  const account = inPlace('/account')
  if (asked === null || !/^\/(?![/\\])/.test(asked)) return account
  let url: URL
  try {
    url = new URL(asked, stand)
  } catch {
    return account
  }
  if (url.origin !== stand) return account
  const { rest } = splitLanguage(url.pathname)
  if (/^\/(login|register|forgot-password|reset-password|auth)(\/|$)/.test(rest)) return account
  return `${inPlace(url.pathname)}${url.search}${url.hash}`
}

/** `/register?returnUrl=…`: the same target on another of the sign-in screens. */
export function withReturnUrl(path: string, asked: string | null): string {
  return asked === null ? path : `${path}?returnUrl=${encodeURIComponent(asked)}`
}
