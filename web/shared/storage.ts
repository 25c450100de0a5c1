type Area = 'localStorage' | 'sessionStorage'

/** Texts that the browser refused to store, by key. They last as long as the page. */
const memory = new Map<string, string>()

/** The text that the browser stores, or the last one of this page if it refuses access; null if there is none. */
export function readStored(key: string, area: Area = 'localStorage'): string | null {
  try {
    return window[area].getItem(key)
  } catch {
    return memory.get(key) ?? null
  }
}

/** Stores a text; null removes it. Returns false if the browser refuses, as it does when it has no space. */
export function writeStored(key: string, text: string | null, area: Area = 'localStorage'): boolean {
  try {
    if (text === null) window[area].removeItem(key)
    else window[area].setItem(key, text)
    return true
  } catch {
    if (text === null) memory.delete(key)
    else memory.set(key, text)
    return false
  }
}

/** The keys with a prefix. */
export function storedKeys(prefix: string, area: Area = 'localStorage'): string[] {
  try {
    return Object.keys(window[area]).filter((key) => key.startsWith(prefix))
  } catch {
    return [...memory.keys()].filter((key) => key.startsWith(prefix))
  }
}

/** Parses JSON; null for any other text. */
export function parseStored(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

/** Parses a JSON object whose `v` is the version; null for any other text. */
export function parseVersion(text: string | null, version: number): Record<string, unknown> | null {
  const stored = parseStored(text)
  return typeof stored === 'object' && stored !== null && 'v' in stored && stored.v === version ? { ...stored } : null
}
