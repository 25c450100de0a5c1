import { Children, startTransition, useEffect, useState, type ReactNode } from 'react'
import { whenIdle } from '@/lib/entry/schedule'

interface ProgressiveProps {
  /** Renders all children at once. */
  off?: boolean
  /** Whether the next child may render. */
  ready?: boolean
  /** Rendered last until all children are. */
  end?: ReactNode
  children: ReactNode
}

/** Renders the first child at once and the others one by one in idle time: together they would block the main thread. */
export function Progressive({ off = false, ready = true, end, children }: ProgressiveProps) {
  const all = Children.toArray(children)
  const [count, setCount] = useState(off ? Infinity : 1)
  const isComplete = count >= all.length
  const next = ready && !isComplete
  useEffect(() => (next ? whenIdle(() => startTransition(() => setCount(count + 1))) : undefined), [next, count])
  return (
    <>
      {all.slice(0, count)}
      {!isComplete && end}
    </>
  )
}
