import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Progressive } from '@/components/lists/Progressive'
import { isReturning } from '@/lib/navigation'
import { useInView } from '@/lib/view/use-in-view'

const settledAfterMs = 4_000

/**
 * Becomes true at the first key press or scroll, or after four seconds without either: focus may move anywhere on the
 * page then, and its end must not move away while the visitor scrolls to it.
 */
function useSettled(): boolean {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    if (settled) return
    const settle = () => setSettled(true)
    const timer = setTimeout(settle, settledAfterMs)
    window.addEventListener('keydown', settle)
    window.addEventListener('scroll', settle, { passive: true })
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', settle)
      window.removeEventListener('scroll', settle)
    }
  }, [settled])
  return settled
}

/**
 * Renders its children one by one as their end comes within one viewport, and all once the page has settled. All at once on
 * back and forward: the browser restores a position that may be far below.
 */
export function BelowFold({ children }: { children: ReactNode }) {
  const end = useRef<HTMLDivElement>(null)
  const isNear = useInView(end, { margin: '100%' })
  const settled = useSettled()
  const [returned] = useState(isReturning)
  return (
    <Progressive off={returned} ready={isNear || settled} end={<div ref={end} data-more />}>
      {children}
    </Progressive>
  )
}
