import { useEffect, type RefObject } from 'react'

/** While active, calls `onDismiss` on a press or focus outside the element and on Escape. */
export function useDismiss(element: RefObject<HTMLElement | null>, active: boolean, onDismiss: () => void): void {
  useEffect(() => {
    if (!active) return
    const onOutside = (event: PointerEvent | FocusEvent) => {
      if (event.target instanceof Node && element.current?.contains(event.target) === false) onDismiss()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onDismiss()
    }
    document.addEventListener('pointerdown', onOutside)
    document.addEventListener('focusin', onOutside)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onOutside)
      document.removeEventListener('focusin', onOutside)
      document.removeEventListener('keydown', onKey)
    }
  }, [element, active, onDismiss])
}
