import { useEffect, type ReactNode } from 'react'
import { whenIdle } from '@/lib/when-idle'
import { useFirst } from './use-first'

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
