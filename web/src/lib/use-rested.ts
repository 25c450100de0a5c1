import { useEffect, useState } from 'react'

/** By then a page has come to rest: what is left may be drawn without holding anything up. */
const restMs = 4_000

/** Whether somebody has looked at the page for a while, or uses the keyboard, which may lead anywhere on it. */
export function useRested(): boolean {
  const [rested, setRested] = useState(false)
  useEffect(() => {
    if (rested) return
    const rest = () => setRested(true)
    const timer = setTimeout(rest, restMs)
    window.addEventListener('keydown', rest)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', rest)
    }
  }, [rested])
  return rested
}
