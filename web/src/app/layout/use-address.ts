import { useSearch } from 'wouter'
import { usePathname as useBrowserPathname } from 'wouter/use-browser-location'

/** The whole path of the address, language prefix included. */
export function usePathname(): string {
  return useBrowserPathname()
}

export { useSearch }
