import { Children, startTransition, useEffect, useState, type ReactNode } from 'react'
import { whenIdle } from '@/lib/when-idle'

/** Draws its children one after another, each when the browser has time: all at once they would hold it up. */
export function OneByOne({ children }: { children: ReactNode }) {
  const all = Children.toArray(children)
  const [count, setCount] = useState(1)
  const complete = count >= all.length
  useEffect(() => {
    if (complete) return
    return whenIdle(() => startTransition(() => setCount(count + 1)))
  }, [count, complete])
  return all.slice(0, count)
}
