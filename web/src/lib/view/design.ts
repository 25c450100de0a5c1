import type { Measures } from '@shared/measures'

/** Whether furniture of a category, or of all, can be designed: wardrobes can. */
export const canBeDesigned = (category: number | null): boolean => category === null || category === 1

/** Path of the designer's start at a wall of these measures. */
export function designPath(wall: Partial<Measures>): string {
  const named = { width: wall.widthMm, height: wall.heightMm, depth: wall.depthMm }
  const known = Object.entries(named).flatMap(([name, mm]) => (mm === undefined ? [] : `${name}=${String(mm)}`))
  return `/design?${known.join('&')}`
}
