import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'
import type { BaseLocationHook, BaseSearchHook } from 'wouter'
import { navigate } from 'wouter/use-browser-location'

interface Address {
  /** With the language prefix. */
  readonly pathname: string
  /** Empty, or with the question mark. */
  readonly search: string
}

/** The browser's event, and those that the router adds. */
const navigations = ['popstate', 'pushState', 'replaceState']

const ShownAddress = createContext<Address>({ pathname: '', search: '' })

function browserAddress(): Address {
  const { pathname, search } = window.location
  return { pathname, search }
}

/** Keeps the object of an unchanged address, so that nothing renders. */
function followBrowser(shown: Address): Address {
  const next = browserAddress()
  return next.pathname === shown.pathname && next.search === shown.search ? shown : next
}

/**
 * Provides the address that the screens show. It is a state, unlike that of the router's own hooks, so that a navigation inside a
 * transition renders the next screen in it: the browser first paints what was pressed.
 */
export function ShownAddressProvider({ children }: { children: ReactNode }) {
  const [address, setAddress] = useState(browserAddress)
  useEffect(() => {
    const follow = () => setAddress(followBrowser)
    // An effect of a child may have navigated already.
    follow()
    for (const type of navigations) window.addEventListener(type, follow)
    return () => {
      for (const type of navigations) window.removeEventListener(type, follow)
    }
  }, [])
  return <ShownAddress value={address}>{children}</ShownAddress>
}

/** The router's location. */
export const useShownPathname: BaseLocationHook = () => [useContext(ShownAddress).pathname, navigate]

/** The router's query. */
export const useShownSearch: BaseSearchHook = () => useContext(ShownAddress).search
