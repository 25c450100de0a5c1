import { parseVersion, readStored, writeStored } from '@shared/storage'

/** The products that were looked at last in this browser, newest first. */
interface Entry {
  id: number
  /** Seconds since 1970. */
  at: number
}

const storageKey = 'recent'
const version = 1
const maxEntries = 12
const maxAgeSeconds = 90 * 24 * 60 * 60

function isEntry(value: unknown): value is Entry {
  if (typeof value !== 'object' || value === null) return false
  const { id, at } = value as Record<string, unknown>
  return Number.isSafeInteger(id) && Number.isFinite(at)
}

/** Reads the entries that are not too old; other versions and texts that are not ours are none. */
function entries(now: number): Entry[] {
  const items = parseVersion(readStored(storageKey), version)?.items
  return Array.isArray(items) ? items.filter(isEntry).filter(({ at }) => now - at < maxAgeSeconds) : []
}

const seconds = () => Math.floor(Date.now() / 1_000)

/** Ids of the products, newest first. */
export function recentProducts(now: number = seconds()): number[] {
  return entries(now).map(({ id }) => id)
}

/** Puts a product in front. */
export function keepRecent(id: number, now: number = seconds()): void {
  const others = entries(now).filter((entry) => entry.id !== id)
  writeStored(storageKey, JSON.stringify({ v: version, items: [{ id, at: now }, ...others].slice(0, maxEntries) }))
}

export function clearRecent(): void {
  writeStored(storageKey, null)
}
