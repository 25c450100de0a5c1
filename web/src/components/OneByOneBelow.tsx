import { useEffect, useRef, type ReactNode } from 'react'
import { useInView } from '@/lib/use-in-view'
import { useRested } from '@/lib/use-rested'
import { whenIdle } from '@/lib/when-idle'
import { useFirst } from './use-first'

/** As `OneByOne`, for what is longer than the window: the next is drawn when it comes near, or the page has rested. */
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
