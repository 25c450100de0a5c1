import { useEffect, useRef, useState, type DragEvent } from 'react'

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** Whether text goes into what has the focus. */
const isTyped = (target: EventTarget | null, clipboard: DataTransfer) =>
  target instanceof HTMLElement && target.matches('input, textarea') && clipboard.types.includes('text/plain')

/**
 * Takes files that are dropped on an element, which gets the handlers, or pasted anywhere on the screen. `isOff` leaves them to
 * the browser, as while something of the page itself is dragged.
 */
export function useDroppedFiles(onFiles: (files: File[]) => void, { isOff }: { isOff: boolean }) {
  const [isOver, setOver] = useState(false)
  const latest = useRef({ onFiles, isOff })
  useEffect(() => {
    latest.current = { onFiles, isOff }
  })
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const clipboard = event.clipboardData
      if (latest.current.isOff || clipboard === null || clipboard.files.length === 0 || isTyped(event.target, clipboard)) return
      event.preventDefault()
      latest.current.onFiles([...clipboard.files])
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (isOff || !hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false)
      if (isOff || !hasFiles(event)) return
      event.preventDefault()
      onFiles([...event.dataTransfer.files])
    },
  }
  return { 'data-over': isOver || undefined, ...handlers }
}
