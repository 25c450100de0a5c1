import { useEffect, useLayoutEffect, useRef } from 'react'

const storageKey = 'scroll-positions'
const maxEntries = 50
/** How long a page that is still loading may grow towards the remembered position. */
const patienceMs = 2_000

type Positions = Record<string, number>

function readPositions(): Positions {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Positions) : {}
  } catch {
    return {}
  }
}

function remember(key: string, position: number): void {
  const entries = Object.entries({ ...readPositions(), [key]: position }).slice(-maxEntries)
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(entries)))
  } catch {
    // Without storage the browser starts at the top.
  }
}

/** The key of the current history entry, given to it on first sight. */
function entryKey(): string {
  const state: unknown = window.history.state
  if (typeof state === 'object' && state !== null && 'entryKey' in state && typeof state.entryKey === 'string') {
    return state.entryKey
  }
  const key = crypto.randomUUID()
  // Past the router's own wrapper: nothing that it should react to has changed.
  History.prototype.replaceState.call(window.history, { ...(state ?? {}), entryKey: key }, '')
  return key
}

function scrollWhenTallEnough(position: number): () => void {
  const until = performance.now() + patienceMs
  let frame = 0
  const stop = () => {
    cancelAnimationFrame(frame)
    window.removeEventListener('wheel', stop)
    window.removeEventListener('touchstart', stop)
    window.removeEventListener('keydown', stop)
  }
  const attempt = () => {
    window.scrollTo(0, position)
    if (Math.abs(window.scrollY - position) < 2 || performance.now() > until) stop()
    else frame = requestAnimationFrame(attempt)
  }
  window.addEventListener('wheel', stop, { passive: true })
  window.addEventListener('touchstart', stop, { passive: true })
  window.addEventListener('keydown', stop)
  attempt()
  return stop
}

/** Back and forward return to where the page was left; a new page starts at the top with focus on its content. */
export function useScrollMemory(path: string): void {
  const travelled = useRef(true)
  const first = useRef(true)

  useEffect(() => {
    window.history.scrollRestoration = 'manual'
    let key = entryKey()
    let timer = 0
    const onScroll = () => {
      window.clearTimeout(timer)
      const at = key
      const position = window.scrollY
      timer = window.setTimeout(() => remember(at, position), 100)
    }
    const onTravel = () => {
      travelled.current = true
      key = entryKey()
    }
    const onPush = () => {
      travelled.current = false
      key = entryKey()
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    window.addEventListener('popstate', onTravel)
    window.addEventListener('pushState', onPush)
    return () => {
      window.clearTimeout(timer)
      window.removeEventListener('scroll', onScroll)
      window.removeEventListener('popstate', onTravel)
      window.removeEventListener('pushState', onPush)
    }
  }, [])

  useLayoutEffect(() => {
    const isFirst = first.current
    first.current = false
    if (travelled.current) {
      const position = readPositions()[entryKey()]
      travelled.current = false
      if (position !== undefined) return scrollWhenTallEnough(position)
      return
    }
    window.scrollTo(0, 0)
    if (!isFirst) document.getElementById('main')?.focus({ preventScroll: true })
  }, [path])
}
