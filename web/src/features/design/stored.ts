import { decodeDesign, type DesignCode } from '@shared/rules/code'
import { parseVersion, readStored, writeStored } from '@shared/storage'

const key = 'designs'
const version = 1
export const mostStored = 12

interface StoredDesign {
  code: DesignCode
  /** When it was last changed, in seconds since 1970. */
  changedAt: number
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The designs of this browser, the latest first; without those that no longer read. */
export function storedDesigns(): StoredDesign[] {
  const items = parseVersion(readStored(key), version)?.items
  if (!Array.isArray(items)) return []
  const read = items.flatMap((item): StoredDesign[] => {
    if (!isRecord(item) || typeof item.c !== 'string' || typeof item.t !== 'number' || decodeDesign(item.c) === null) return []
    return [{ code: item.c as DesignCode, changedAt: item.t }]
  })
  return read.slice(0, mostStored)
}

/** Stores the designs; returns false where the browser refuses. */
export function storeDesigns(designs: readonly StoredDesign[]): boolean {
  const items = designs.slice(0, mostStored).map(({ code, changedAt }) => ({ c: code, t: changedAt }))
  return writeStored(key, JSON.stringify({ v: version, items }))
}

/** Stores a design in place of the one that it was made from; returns false where the browser refuses. */
export function storeDesign(code: DesignCode, before: string | null): boolean {
  const others = storedDesigns().filter((stored) => stored.code !== code && stored.code !== before)
  return storeDesigns([{ code, changedAt: Math.floor(Date.now() / 1000) }, ...others])
}

export const isStored = (code: string): boolean => storedDesigns().some((stored) => stored.code === code)
