import { useEffect, useState } from 'react'

/** By then a page has come to rest: what is left may be drawn without holding anything up. */
const restMs = 4_000

/**
 * Whether somebody has looked at the page for a while, or has begun to go through it: a key may lead anywhere on it, and
 * who scrolls should find no foot of the page that then moves on.
 */
export function useRested(): boolean {
  const [rested, setRested] = useState(false)
  useEffect(() => {
    if (rested) return
    const rest = () => setRested(true)
    const timer = setTimeout(rest, restMs)
    window.addEventListener('keydown', rest)
    window.addEventListener('scroll', rest, { passive: true })
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', rest)
      window.removeEventListener('scroll', rest)
    }
  }, [rested])
  return rested
}
