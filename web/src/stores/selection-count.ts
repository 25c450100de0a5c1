import { create } from 'zustand'
import { parseVersion, readStored } from '@shared/storage'

export const selectionKey = 'selection'
const selectionVersion = 1

function storedCount(): number {
  const items = parseVersion(readStored(selectionKey), selectionVersion)?.items
  return Array.isArray(items) ? items.length : 0
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
