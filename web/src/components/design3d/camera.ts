/** The place that a piece is seen from. */
export interface Camera {
  /** Angles about the upright and the level axis, in radians. */
  yaw: number
  pitch: number
  /** 1 shows all of the piece. */
  zoom: number
}

export const firstCamera: Camera = { yaw: 0.5, pitch: 0.1, zoom: 1 }

const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))

/** Turns a camera by angles and brings it nearer by a factor; it stays in the room and before the piece. */
export const moved = ({ yaw, pitch, zoom }: Camera, by: Partial<Camera>): Camera => ({
  yaw: within(yaw + (by.yaw ?? 0), -1.2, 1.2),
  pitch: within(pitch + (by.pitch ?? 0), 0, 0.8),
  zoom: within(zoom * (by.zoom ?? 1), 0.7, 3),
})

const turn = 0.12
const nearer = 1.15

/** One step of a key or of its button. */
export const steps: Readonly<Record<string, Partial<Camera>>> = {
  ArrowLeft: { yaw: turn },
  ArrowRight: { yaw: -turn },
  ArrowUp: { pitch: turn },
  ArrowDown: { pitch: -turn },
  '+': { zoom: nearer },
  '-': { zoom: 1 / nearer },
}

/** Returns the least distance from which a box is seen whole; its half sides in millimetres, the lens across and up, in shares of the picture. */
export function distanceTo({ yaw, pitch, zoom }: Camera, half: readonly number[], lens: readonly [number, number]): number {
  const [width = 0, height = 0, depth = 0] = half
  let distance = 0
  for (let corner = 0; corner < 8; corner++) {
    const x = corner & 1 ? width : -width
    const y = corner & 2 ? height : -height
    const z = corner & 4 ? depth : -depth
    const away = x * Math.sin(yaw) + z * Math.cos(yaw)
    const near = y * Math.sin(pitch) + away * Math.cos(pitch)
    const across = Math.abs(x * Math.cos(yaw) - z * Math.sin(yaw)) * lens[0]
    const up = Math.abs(y * Math.cos(pitch) - away * Math.sin(pitch)) * lens[1]
    distance = Math.max(distance, near + Math.max(across, up))
  }
  return distance / zoom
}
