import { useEffect, useRef } from 'react'

/** Events of the router, which navigates away from the entry. */
const navigations = ['pushState', 'replaceState']

/**
 * Adds a history entry while mounted, so that the browser's back closes the open part instead of leaving the screen. Returns the
 * function for the other ways to close, which goes back over that entry. If the entry is still the last one on unmounting, it is
 * left as well. There is none while disabled.
 */
export function useBackCloses(onClose: () => void, isEnabled = true): () => void {
  const close = useRef(onClose)
  const isLast = useRef(false)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    if (!isEnabled) return
    window.history.pushState(null, '')
    isLast.current = true
    const onBack = () => {
      isLast.current = false
      close.current()
    }
    const onNavigate = () => {
      isLast.current = false
    }
    window.addEventListener('popstate', onBack)
    for (const type of navigations) window.addEventListener(type, onNavigate)
    return () => {
      window.removeEventListener('popstate', onBack)
      for (const type of navigations) window.removeEventListener(type, onNavigate)
      if (isLast.current) window.history.back()
      isLast.current = false
    }
  }, [isEnabled])
  return () => {
    if (!isLast.current) {
      onClose()
      return
    }
    // A second press before the browser has gone back must not go back further.
    isLast.current = false
    window.history.back()
  }
}
