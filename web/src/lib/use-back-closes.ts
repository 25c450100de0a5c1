import { useEffect, useRef } from 'react'

/**
 * Adds a history entry while mounted, so that the browser's back closes what is open instead of leaving the screen. Returns
 * a function that goes back over that entry, for the other ways to close.
 */
export function useBackCloses(onClose: () => void): () => void {
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    window.history.pushState(null, '')
    const onBack = () => close.current()
    window.addEventListener('popstate', onBack)
    return () => window.removeEventListener('popstate', onBack)
  }, [])
  return goBack
}

const goBack = () => window.history.back()
