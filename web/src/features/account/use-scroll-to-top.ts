import { useEffect, useRef, type RefObject } from 'react'

/** Returns a reference for the element that is scrolled into view when the page of a list changes. */
export function useScrollToTop(page: number): RefObject<HTMLDivElement | null> {
  const top = useRef<HTMLDivElement>(null)
  const shownPage = useRef(page)
  useEffect(() => {
    if (shownPage.current !== page) top.current?.scrollIntoView()
    shownPage.current = page
  }, [page])
  return top
}
