import { useCallback, useSyncExternalStore } from 'react'

/** From here on there are side columns. */
export const wideScreen = '(min-width: 992px)'

/** Whether a media query fits, for what style sheets cannot do. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    // A first view, which is drawn before there is a window.
    () => false,
  )
}
