import { useLayoutEffect } from 'react'
import { randomHex } from '@/lib/random'

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
  const key = randomHex(16)
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

/** Whether the page shown came by back, forward or a reload, and not by following a link. */
let travelled = true

/**
 * Begins to remember positions. Called once, before the router starts: both listen to the same events, and it must be
 * known how a page was reached before the page is drawn.
 */
export function startScrollMemory(): void {
  window.history.scrollRestoration = 'manual'
  let key = entryKey()
  let timer = 0
  window.addEventListener('popstate', () => {
    travelled = true
    key = entryKey()
  })
  window.addEventListener('pushState', () => {
    travelled = false
    key = entryKey()
  })
  window.addEventListener(
    'scroll',
    () => {
      window.clearTimeout(timer)
      const at = key
      const position = window.scrollY
      timer = window.setTimeout(() => remember(at, position), 100)
    },
    { passive: true },
  )
}

/** Back and forward return to where the page was left; a new page starts at the top with focus on its content. */
export function useScrollMemory(path: string): void {
  useLayoutEffect(() => {
    if (travelled) {
      travelled = false
      const position = readPositions()[entryKey()]
      return position === undefined ? undefined : scrollWhenTallEnough(position)
    }
    window.scrollTo(0, 0)
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [path])
}
