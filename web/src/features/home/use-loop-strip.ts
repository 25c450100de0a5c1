import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'

/** Time without scroll events after which scrolling has ended, in milliseconds. */
const scrollEndMs = 120

/** Maximum duration of a smooth scroll, in milliseconds. It may pause without scroll events when frames are late. */
const maxScrollMs = 1000

interface LoopStrip {
  strip: RefObject<HTMLUListElement | null>
  /** Index of the first visible picture. */
  index: number
  step: (by: -1 | 1) => void
  show: (index: number) => void
}

function offsetOf(list: HTMLUListElement, position: number): number {
  const [first, pane] = [list.children[0], list.children[position]]
  return first instanceof HTMLElement && pane instanceof HTMLElement ? pane.offsetLeft - first.offsetLeft : 0
}

function nearest(list: HTMLUListElement): number {
  const distances = Array.from(list.children, (_, position) => Math.abs(offsetOf(list, position) - list.scrollLeft))
  return distances.indexOf(Math.min(...distances))
}

/**
 * A looping scroll strip. It holds its panes twice and jumps back by one round, unnoticeably, when scrolling ends in the
 * second half.
 */
export function useLoopStrip(count: number, smooth: boolean): LoopStrip {
  const strip = useRef<HTMLUListElement>(null)
  /** Current or target position over both halves. */
  const position = useRef(0)
  const scrollDeadline = useRef(0)
  const [index, setIndex] = useState(0)

  const jump = useCallback(
    (rounds: -1 | 1) => {
      const list = strip.current
      if (list === null) return
      list.scrollTo({ left: list.scrollLeft + rounds * offsetOf(list, count), behavior: 'instant' })
      position.current += rounds * count
    },
    [count],
  )

  const goTo = useCallback(
    (target: number) => {
      const list = strip.current
      if (list === null) return
      position.current = target
      scrollDeadline.current = Date.now() + maxScrollMs
      list.scrollTo({ left: offsetOf(list, target), behavior: smooth ? 'smooth' : 'instant' })
      setIndex(target % count)
    },
    [count, smooth],
  )

  const step = useCallback(
    (by: -1 | 1) => {
      if (position.current + by < 0) jump(1)
      else if (position.current >= count) jump(-1)
      goTo(position.current + by)
    },
    [count, goTo, jump],
  )

  useEffect(() => {
    const list = strip.current
    if (list === null) return
    let timer = 0
    const onScrollEnd = () => {
      const arrived = Math.abs(list.scrollLeft - offsetOf(list, position.current)) <= 1
      if (!arrived && Date.now() < scrollDeadline.current) {
        timer = window.setTimeout(onScrollEnd, scrollEndMs)
        return
      }
      position.current = nearest(list)
      if (position.current >= count) jump(-1)
      setIndex(position.current)
    }
    const onScroll = () => {
      window.clearTimeout(timer)
      timer = window.setTimeout(onScrollEnd, scrollEndMs)
    }
    list.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      window.clearTimeout(timer)
      list.removeEventListener('scroll', onScroll)
    }
  }, [count, jump])

  return { strip, index, step, show: goTo }
}
