import { useLayoutEffect, useRef } from 'react'
import { navigationApi, type NavigateEvent } from '@/lib/navigation'

/** Longest wait for the content of a screen before its position is restored, in milliseconds. */
const contentTimeoutMs = 2_000

/** Content that is still to come, and will make the page taller. */
const incomplete = 'main :is([aria-busy="true"], [data-more], [data-skeleton])'

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))

async function contentShown(signal: AbortSignal): Promise<void> {
  const until = performance.now() + contentTimeoutMs
  do await frame()
  while (document.querySelector(incomplete) !== null && performance.now() < until && !signal.aborted)
}

/** Whether the last navigation was to a new page, and not back or forward. */
let isNew = false
/** Whether it was by a link, and not by a change of the screen's own filters. */
let byLink = false

/**
 * Lets the browser restore the scroll position on back and forward, if it can, when the content of the screen is shown.
 * Must run before the router listens to the same events.
 */
export function startScroll(): void {
  navigationApi?.addEventListener('navigate', (event) => {
    const { navigationType, canIntercept, hashChange, signal, intercept } = event as NavigateEvent
    if (navigationType !== 'traverse' || !canIntercept || hashChange) return
    intercept.call(event, { handler: () => contentShown(signal), focusReset: 'manual', scroll: 'after-transition' })
  })
  window.addEventListener('popstate', () => {
    isNew = false
  })
  for (const type of ['pushState', 'replaceState']) {
    window.addEventListener(type, () => {
      isNew = true
      byLink = false
    })
  }
}

/** To be called after a navigation by a link, before the screen renders. */
export function followedLink(): void {
  byLink = true
}

/** Shows a new screen from its top with the focus on its content; a link to the same screen only from its top. */
export function useScroll(path: string, search: string): void {
  const shown = useRef(path)
  useLayoutEffect(() => {
    const isSameScreen = shown.current === path
    shown.current = path
    if (!isNew || (isSameScreen && !byLink)) return
    isNew = false
    window.scrollTo(0, 0)
    if (!isSameScreen) document.getElementById('main')?.focus({ preventScroll: true })
  }, [path, search])
}
