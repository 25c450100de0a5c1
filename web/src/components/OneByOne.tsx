import { Children, startTransition, useEffect, useState, type ReactNode } from 'react'
import { whenIdle } from '@/lib/when-idle'

interface OneByOneProps {
  /** Off where all of it is drawn at once. */
  waits?: boolean
  children: ReactNode
}

/** Draws its children one after another, each when the browser has time: all at once they would hold it up. */
export function OneByOne({ waits = true, children }: OneByOneProps) {
  const all = Children.toArray(children)
  const [count, setCount] = useState(waits ? 1 : Infinity)
  const complete = count >= all.length
  useEffect(() => {
    if (complete) return
    return whenIdle(() => startTransition(() => setCount(count + 1)))
  }, [count, complete])
  return all.slice(0, count)
}
