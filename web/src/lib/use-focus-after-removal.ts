import { useEffect, useRef, type RefObject } from 'react'

interface FocusAfterRemoval {
  /** The list; each entry is a child that takes the focus (`tabIndex={-1}`). */
  list: RefObject<HTMLUListElement | null>
  /** Element that gets the focus when the last entry is removed. */
  empty: RefObject<HTMLDivElement | null>
  /** Called when the removal of the entry at an index begins. */
  onRemove: (index: number) => void
}

/**
 * Keeps the place of the keyboard in a list: a removed button takes the focus with it, and the entry that follows gets it, or
 * the last one, or what stands in place of the empty list. A focus that is elsewhere stays there.
 */
export function useFocusAfterRemoval(length: number): FocusAfterRemoval {
  const list = useRef<HTMLUListElement>(null)
  const empty = useRef<HTMLDivElement>(null)
  const removed = useRef<{ index: number; length: number } | null>(null)

  useEffect(() => {
    if (removed.current === null || length >= removed.current.length) return
    const entry = list.current?.children.item(Math.min(removed.current.index, length - 1)) ?? empty.current
    // The empty list loads anew before it is shown.
    if (!(entry instanceof HTMLElement)) return
    removed.current = null
    if (document.activeElement === null || document.activeElement === document.body) entry.focus()
  })

  return {
    list,
    empty,
    onRemove: (index) => {
      removed.current = { index, length }
    },
  }
}
