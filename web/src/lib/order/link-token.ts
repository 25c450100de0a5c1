import { useEffect, useSyncExternalStore } from 'react'
import { splitLanguage } from '@shared/language'
import { readStored, writeStored } from '@shared/storage'

/** Key in the session storage of the token that comes back after signing in. */
const keptKey = 'link-token'

const screen = () => splitLanguage(window.location.pathname).rest

/**
 * Keeps the token in this tab while the customer signs in, for the page to have it again. The address of the sign-in screen
 * must not have it: a reload would send it to the server.
 */
export function keepLinkToken(token: string): void {
  writeStored(keptKey, `${screen()}#${token}`, 'sessionStorage')
}

function keptToken(): string {
  const [path, token = ''] = (readStored(keptKey, 'sessionStorage') ?? '').split('#')
  return path === screen() ? token : ''
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
    writeStored(keptKey, null, 'sessionStorage')
  }, [token])
  return token
}
