import { useEffect, type RefObject } from 'react'

/** While active, a press outside the element or Escape calls `onDismiss`. */
export function useDismiss(element: RefObject<HTMLElement | null>, active: boolean, onDismiss: () => void): void {
  useEffect(() => {
    if (!active) return
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && element.current?.contains(event.target) === false) onDismiss()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onDismiss()
    }
    document.addEventListener('pointerdown', onPress)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPress)
      document.removeEventListener('keydown', onKey)
    }
  }, [element, active, onDismiss])
}
