import { useEffect, useSyncExternalStore } from 'react'
import { splitLanguage } from '@shared/language'

/** Key in the session storage of the token that comes back after signing in. */
const keptKey = 'link-token'

const screen = () => splitLanguage(window.location.pathname).rest

/**
 * Keeps the token in this tab while the customer signs in, for the page to have it again. The address of the sign-in screen
 * must not have it: a reload would send it to the server.
 */
export function keepLinkToken(token: string): void {
  try {
    sessionStorage.setItem(keptKey, `${screen()}#${token}`)
  } catch {
    // The customer opens the link again.
  }
}

function keptToken(): string {
  try {
    const [path, token = ''] = (sessionStorage.getItem(keptKey) ?? '').split('#')
    return path === screen() ? token : ''
  } catch {
    return ''
  }
}

function forgetKeptToken(): void {
  try {
    sessionStorage.removeItem(keptKey)
  } catch {
    // Nothing was kept.
  }
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

const currentToken = () => window.location.hash.slice(1) || keptToken()

/** The token in the fragment of the address, which browsers send to no server. */
export function useLinkToken(): string {
  const token = useSyncExternalStore(subscribe, currentToken)
  useEffect(() => {
    if (token === '' || window.location.hash !== '') return
    const { pathname, search } = window.location
    window.history.replaceState(window.history.state, '', `${pathname}${search}#${token}`)
    forgetKeptToken()
  }, [token])
  return token
}
