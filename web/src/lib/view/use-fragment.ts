import { useSyncExternalStore } from 'react'

const events = ['hashchange', 'popstate', 'pushState', 'replaceState']

function subscribe(onChange: () => void): () => void {
  for (const type of events) window.addEventListener(type, onChange)
  return () => {
    for (const type of events) window.removeEventListener(type, onChange)
  }
}

/** The fragment of the address, without `#`. */
export function useFragment(): string {
  return useSyncExternalStore(subscribe, () => window.location.hash.slice(1))
}
