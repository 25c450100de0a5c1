import { useSyncExternalStore } from 'react'
import { desktop } from '@shared/media'

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(desktop)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the window is as narrow as a phone. */
export const usePhone = (): boolean => useSyncExternalStore(subscribe, () => !window.matchMedia(desktop).matches)
