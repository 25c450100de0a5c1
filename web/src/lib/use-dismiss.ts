import { useEffect, type RefObject } from 'react'

/** While active, a press outside the element, focus that leaves it, or Escape calls `onDismiss`. */
export function useDismiss(element: RefObject<HTMLElement | null>, active: boolean, onDismiss: () => void): void {
  useEffect(() => {
    if (!active) return
    const onElsewhere = (event: PointerEvent | FocusEvent) => {
      if (event.target instanceof Node && element.current?.contains(event.target) === false) onDismiss()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onDismiss()
    }
    document.addEventListener('pointerdown', onElsewhere)
    document.addEventListener('focusin', onElsewhere)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onElsewhere)
      document.removeEventListener('focusin', onElsewhere)
      document.removeEventListener('keydown', onKey)
    }
  }, [element, active, onDismiss])
}
