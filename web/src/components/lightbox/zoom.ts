export interface Point {
  x: number
  y: number
}

/** How a picture is shown: enlarged by `scale`, its centre moved by `x` and `y` pixels from that of the frame. */
export interface View extends Point {
  scale: number
}

export interface Frame {
  width: number
  height: number
}

export const wholePicture: View = { scale: 1, x: 0, y: 0 }
export const maxScale = 4

const within = (value: number, bound: number) => Math.min(bound, Math.max(-bound, value))

/** Keeps the scale in its bounds, and the picture over the whole frame. */
export function clampView(view: View, { width, height }: Frame): View {
  const scale = Math.min(maxScale, Math.max(1, view.scale))
  const beyond = (scale - 1) / 2
  return { scale, x: within(view.x, beyond * width), y: within(view.y, beyond * height) }
}

/** Enlarges to a scale, keeping what is shown at a point where it is. The point is relative to the centre of the frame. */
export function zoomAt(view: View, scale: number, point: Point, frame: Frame): View {
  const target = Math.min(maxScale, Math.max(1, scale))
  const ratio = target / view.scale
  return clampView({ scale: target, x: point.x - (point.x - view.x) * ratio, y: point.y - (point.y - view.y) * ratio }, frame)
}

export const distance = (from: Point, to: Point) => Math.hypot(from.x - to.x, from.y - to.y)
export const middle = (from: Point, to: Point): Point => ({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 })
