import { useEffect, useState } from 'react'

const settleMs = 1_000

/**
 * Whether a value has been the same for a second. A button whose meaning follows the value rests until then, so that a
 * second press does not do the next thing.
 */
export function useSettled(value: string | null): boolean {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled === value
}
