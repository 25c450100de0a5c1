import { Children, startTransition, useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { useInView } from '@/lib/use-in-view'
import { useRested } from '@/lib/use-rested'
import { whenIdle } from '@/lib/when-idle'

interface OneByOneProps {
  /** Off where all of it is drawn at once. */
  waits?: boolean
  children: ReactNode
}

/** Draws its children one after another, each when the browser has time: all at once they would hold it up. */
export function OneByOne({ waits = true, children }: OneByOneProps) {
  const { shown, isComplete, drawNext } = useFirst(children, waits)
  useEffect(() => (isComplete ? undefined : whenIdle(drawNext)), [isComplete, drawNext])
  return shown
}

/** The same, where the first of them fill the window: the next is drawn when it comes near, or the page has rested. */
export function OneByOneBelow({ children }: { children: ReactNode }) {
  const { shown, isComplete, drawNext } = useFirst(children, true)
  const end = useRef<HTMLDivElement>(null)
  const isNear = useInView(end, { margin: '100%' })
  const hasRested = useRested()
  const isWanted = !isComplete && (isNear || hasRested)
  useEffect(() => (isWanted ? whenIdle(drawNext) : undefined), [isWanted, drawNext])
  return (
    <>
      {shown}
      {!isComplete && <div ref={end} data-more />}
    </>
  )
}

/** The first children, and how one more is shown. */
function useFirst(children: ReactNode, waits: boolean) {
  const all = Children.toArray(children)
  const [count, setCount] = useState(waits ? 1 : Infinity)
  const drawNext = useCallback(() => startTransition(() => setCount(count + 1)), [count])
  return { shown: all.slice(0, count), isComplete: count >= all.length, drawNext }
}
