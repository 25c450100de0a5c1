import { useState } from 'react'
import { useKeys } from './keys'

/**
 * The row that `J` and `K` move to and `Enter` opens; `elementId` is the id of its element. Without `ids` there are no keys.
 */
export function useRowKeys(ids: readonly string[] | null, elementId: (id: string) => string, onOpen: (id: string) => void): string | null {
  const [current, setCurrent] = useState<string | null>(null)
  const at = current === null || ids === null ? -1 : ids.indexOf(current)
  const move = (step: 1 | -1) => {
    const next = ids?.[Math.max(0, Math.min(ids.length - 1, at + step))]
    if (next === undefined) return
    setCurrent(next)
    // Enter opens the row, not what was pressed before.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    document.getElementById(elementId(next))?.scrollIntoView({ block: 'nearest' })
  }
  useKeys(
    ids === null
      ? []
      : [
          { keys: 'j', text: 'KEYS.NEXT_ROW', run: () => move(1) },
          { keys: 'k', text: 'KEYS.PREVIOUS_ROW', run: () => move(-1) },
          { keys: 'enter', text: 'KEYS.OPEN_ROW', run: () => current !== null && onOpen(current) },
        ],
  )
  return at === -1 ? null : current
}
