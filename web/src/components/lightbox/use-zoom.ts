import { useRef, useState, type PointerEvent } from 'react'
import { clampView, distance, maxScale, middle, wholePicture, zoomAt, type Frame, type Point, type View } from './zoom'

/** Longest time between the taps of a double tap in milliseconds, and their largest distance in pixels. */
const doubleTap = { ms: 300, pixels: 30 }
/** A press that moves further, in pixels, is no tap. */
const tapPixels = 10

interface Zoom {
  view: View
  /** Enlarges by a factor around the centre. */
  zoomBy: (factor: number) => void
  reset: () => void
  /** Handlers of the frame: two fingers pinch, one drags an enlarged picture, a double tap enlarges or shows it whole. */
  handlers: Record<'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel', (event: PointerEvent<HTMLElement>) => void>
}

function frameOf({ currentTarget }: PointerEvent<HTMLElement>): { frame: Frame; centre: Point } {
  const { left, top, width, height } = currentTarget.getBoundingClientRect()
  return { frame: { width, height }, centre: { x: left + width / 2, y: top + height / 2 } }
}

/** Enlarges a picture by pointers and buttons. */
export function useZoom(): Zoom {
  const [view, setView] = useState(wholePicture)
  const frame = useRef<Frame>({ width: 0, height: 0 })
  const pointers = useRef(new Map<number, Point>())
  const pressed = useRef<Point | null>(null)
  const tapped = useRef<(Point & { time: number }) | null>(null)

  const pointOf = (event: PointerEvent<HTMLElement>): Point => {
    const { frame: current, centre } = frameOf(event)
    frame.current = current
    return { x: event.clientX - centre.x, y: event.clientY - centre.y }
  }

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const point = pointOf(event)
    event.currentTarget.setPointerCapture(event.pointerId)
    pointers.current.set(event.pointerId, point)
    pressed.current = pointers.current.size === 1 ? point : null
  }

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const before = pointers.current.get(event.pointerId)
    if (before === undefined) return
    const point = pointOf(event)
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
    pointers.current.set(event.pointerId, point)
    if (pressed.current !== null && distance(pressed.current, point) > tapPixels) pressed.current = null
    setView((current) => {
      if (other === undefined) {
        return clampView({ ...current, x: current.x + point.x - before.x, y: current.y + point.y - before.y }, frame.current)
      }
      const spread = distance(point, other) / Math.max(1, distance(before, other))
      return zoomAt(current, current.scale * spread, middle(point, other), frame.current)
    })
  }

  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    pointers.current.delete(event.pointerId)
    const tap = pressed.current
    pressed.current = null
    if (tap === null) return
    const first = tapped.current
    if (first !== null && event.timeStamp - first.time < doubleTap.ms && distance(first, tap) < doubleTap.pixels) {
      tapped.current = null
      setView((current) => (current.scale > 1 ? wholePicture : zoomAt(current, maxScale, tap, frame.current)))
    } else {
      tapped.current = { ...tap, time: event.timeStamp }
    }
  }

  const onPointerCancel = ({ pointerId }: PointerEvent<HTMLElement>) => {
    pointers.current.delete(pointerId)
    pressed.current = null
  }

  return {
    view,
    zoomBy: (factor) => setView((current) => zoomAt(current, current.scale * factor, { x: 0, y: 0 }, frame.current)),
    reset: () => setView(wholePicture),
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel },
  }
}
