import type { Box, Door } from '@shared/rules/derivation'

/** Whether the middle of a box lies on a door, seen from the front. */
export const isOnDoor = ([x, y, , dx]: Box, { x: from, y: low, widthMm, heightMm }: Door): boolean =>
  x + dx / 2 > from && x + dx / 2 < from + widthMm && y >= low && y < low + heightMm

/** A grip that is milled into a front: its middle across, its lower end, and its length. */
interface Milled {
  at: number
  from: number
  length: number
}

export function grooveOf({ x, y, widthMm, heightMm, hinged }: Door): Milled {
  const length = Math.min(260, heightMm / 3)
  return { at: hinged === 'left' ? x + widthMm - 12 : x + 12, from: Math.max(y + 40, Math.min(y + heightMm - length - 40, 920)), length }
}

/** The grip of a sliding door. */
export const slideGripOf = ([x, , , dx]: Box, index: number): Milled => ({
  at: index % 2 === 1 ? x + dx - 30 : x + 30,
  from: 920,
  length: 260,
})
