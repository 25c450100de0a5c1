import { useLayoutEffect } from 'react'
import { randomHex } from '@shared/random'

const storageKey = 'scroll-positions'
const maxEntries = 50
/** Longest wait for a loading page to grow to the stored position, in milliseconds. */
const growTimeoutMs = 2_000

type Positions = Record<string, number>

function readPositions(): Positions {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Positions) : {}
  } catch {
    return {}
  }
}

function store(key: string, position: number): void {
  const entries = Object.entries({ ...readPositions(), [key]: position }).slice(-maxEntries)
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(entries)))
  } catch {
    // Storage is disabled or full: pages start at the top.
  }
}

/** Returns the key of the current history entry, and assigns one to a new entry. */
function entryKey(): string {
  const state: unknown = window.history.state
  if (typeof state === 'object' && state !== null && 'entryKey' in state && typeof state.entryKey === 'string') {
    return state.entryKey
  }
  const key = randomHex(16)
  // Bypasses the router's wrapper, which would trigger a navigation.
  History.prototype.replaceState.call(window.history, { ...(state ?? {}), entryKey: key }, '')
  return key
}

function scrollWhenTallEnough(position: number): () => void {
  const until = performance.now() + growTimeoutMs
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

/** Whether the current page was reached by back, forward or a reload instead of a link. */
let restores = true

/** Starts to store scroll positions. Must run before the router listens to the same events, so that its flag is set first. */
export function startScrollMemory(): void {
  window.history.scrollRestoration = 'manual'
  let key = entryKey()
  let timer = 0
  window.addEventListener('popstate', () => {
    restores = true
    key = entryKey()
  })
  window.addEventListener('pushState', () => {
    restores = false
    key = entryKey()
  })
  window.addEventListener(
    'scroll',
    () => {
      window.clearTimeout(timer)
      const at = key
      const position = window.scrollY
      timer = window.setTimeout(() => store(at, position), 100)
    },
    { passive: true },
  )
}

/** Restores the scroll position on back and forward; a new page starts at the top with the focus on its content. */
export function useScrollMemory(path: string): void {
  useLayoutEffect(() => {
    if (restores) {
      restores = false
      const position = readPositions()[entryKey()]
      return position === undefined ? undefined : scrollWhenTallEnough(position)
    }
    window.scrollTo(0, 0)
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [path])
}
