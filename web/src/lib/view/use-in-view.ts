import { useEffect, useState, type RefObject } from 'react'

interface InViewOptions {
  /** Value until the first observation. */
  initially?: boolean
  /** CSS length that extends the viewport. */
  margin?: string
  /** Stops observing once the element was in view. */
  once?: boolean
}

/** Whether an element is in the viewport. */
export function useInView(
  element: RefObject<Element | null>,
  { initially = false, margin = '0px', once = false }: InViewOptions = {},
): boolean {
  const [inView, setInView] = useState(initially)
  useEffect(() => {
    if (element.current === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1)
        if (last === undefined) return
        setInView(last.isIntersecting)
        if (once && last.isIntersecting) observer.disconnect()
      },
      { rootMargin: margin },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, margin, once])
  return inView
}
