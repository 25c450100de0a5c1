import { parseVersion, readStored, writeStored } from '@shared/storage'

const storageKey = 'city'
const version = 1

/** Code of the delivery area chosen last in this browser; empty if none was, or for a text of another version. */
export function keptCity(): string {
  const code = parseVersion(readStored(storageKey), version)?.code
  return typeof code === 'string' ? code : ''
}

/** Keeps the code of a delivery area. */
export function keepCity(code: string): void {
  writeStored(storageKey, JSON.stringify({ v: version, code }))
}
