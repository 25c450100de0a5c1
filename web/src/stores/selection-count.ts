import { create } from 'zustand'

export const selectionKey = 'selection'
export const selectionVersion = 1

function storedCount(): number {
  try {
    const stored = JSON.parse(localStorage.getItem(selectionKey) ?? '{}') as { v?: unknown; items?: unknown }
    return stored.v === selectionVersion && Array.isArray(stored.items) ? stored.items.length : 0
  } catch {
    return 0
  }
}

/** The number of pieces in the selection, for the header: the code of the selection itself loads where it is used. */
export const useSelectionCount = create<{ count: number }>(() => ({ count: storedCount() }))

/** Follows the changes of other tabs. Returns a function that stops it. */
export function watchSelectionCount(): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === selectionKey || key === null) useSelectionCount.setState({ count: storedCount() })
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
