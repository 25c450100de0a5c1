const storageKey = 'city'
const version = 1

/** In place of a storage that the browser refuses. */
let memory: string | null = null

function read(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return memory
  }
}

/** Code of the delivery area chosen last in this browser; empty if none was, or for a text of another version. */
export function keptCity(): string {
  try {
    const stored: unknown = JSON.parse(read() ?? 'null')
    if (typeof stored !== 'object' || stored === null) return ''
    const { v, code } = stored as Record<string, unknown>
    return v === version && typeof code === 'string' ? code : ''
  } catch {
    return ''
  }
}

/** Keeps the code of a delivery area. */
export function keepCity(code: string): void {
  memory = JSON.stringify({ v: version, code })
  try {
    localStorage.setItem(storageKey, memory)
  } catch {
    // Kept in memory only.
  }
}
