import { useEffect, useState, type RefObject } from 'react'

interface InViewOptions {
  /** Until it is known. */
  initially?: boolean
  /** Makes the window larger; a CSS length. */
  margin?: string
  /** What has been in view counts as in view from then on. */
  once?: boolean
}

/** Whether an element is in the window. */
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
