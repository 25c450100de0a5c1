import { useSyncExternalStore } from 'react'

const everyMs = 30_000
let now = new Date()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = new Date()
    timer = setInterval(() => {
      now = new Date()
      for (const notify of listeners) notify()
    }, everyMs)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

/** The present time, renewed twice a minute. */
export const useNow = (): Date => useSyncExternalStore(subscribe, () => now)
