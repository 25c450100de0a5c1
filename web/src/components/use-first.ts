import { Children, startTransition, useCallback, useState, type ReactNode } from 'react'

/** The first children, and how one more is shown; all of them at once where nothing waits. */
export function useFirst(children: ReactNode, waits: boolean) {
  const all = Children.toArray(children)
  const [count, setCount] = useState(waits ? 1 : Infinity)
  const drawNext = useCallback(() => startTransition(() => setCount(count + 1)), [count])
  return { shown: all.slice(0, count), isComplete: count >= all.length, drawNext }
}
