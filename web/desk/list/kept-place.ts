import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { useLocation, useSearch } from 'wouter'

/** Addresses of the lists as they were left, and how far they were scrolled; of this tab. */
const searches = new Map<string, string>()
const tops = new Map<string, number>()

/** The address of a list as it was left, for the way back from a record. */
export const listAddress = (path: string): string => path + (searches.get(path) ?? '')

/** Scroll container of a screen: the main area, or the window on phones. */
function scroller(): Element {
  const main = document.getElementById('main')
  return main !== null && main.scrollHeight > main.clientHeight && getComputedStyle(main).overflowY !== 'visible'
    ? main
    : (document.scrollingElement ?? document.documentElement)
}

/** Keeps the filters and the place of a list while a record is open, and goes there again once it `isReady`. */
export function useKeptPlace(isReady: boolean): void {
  const [path] = useLocation()
  const search = useSearch()
  const address = search === '' ? path : `${path}?${search}`
  const restored = useRef(false)
  useEffect(() => {
    searches.set(path, search === '' ? '' : `?${search}`)
  }, [path, search])
  useEffect(() => {
    if (!isReady) return
    if (!restored.current) scroller().scrollTop = tops.get(address) ?? 0
    restored.current = true
    const keep = () => tops.set(address, scroller().scrollTop)
    document.addEventListener('scroll', keep, { capture: true, passive: true })
    return () => document.removeEventListener('scroll', keep, { capture: true })
  }, [isReady, address])
}

/** Keeps the place of a list while a record covers it, and goes there again when it is shown. `box` scrolls, or on phones the page. */
export function useCoveredPlace(box: RefObject<HTMLElement | null>, isCovered: boolean): void {
  const place = useRef(0)
  useLayoutEffect(() => {
    if (isCovered || box.current === null) return
    const list = box.current
    const scrolled = () => (getComputedStyle(list).overflowY === 'visible' ? scroller() : list)
    scrolled().scrollTop = place.current
    const keep = () => {
      place.current = scrolled().scrollTop
    }
    document.addEventListener('scroll', keep, { capture: true, passive: true })
    return () => document.removeEventListener('scroll', keep, { capture: true })
  }, [box, isCovered])
}
