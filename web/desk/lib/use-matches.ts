import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query matches now. */
export function useMatches(media: string): boolean {
  const subscribe = useCallback(
    (notify: () => void) => {
      const list = window.matchMedia(media)
      list.addEventListener('change', notify)
      return () => list.removeEventListener('change', notify)
    },
    [media],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(media).matches)
}
