import type { Language } from '@shared/language'
import type { Measures } from '@shared/measures'
import type { Product } from '@/lib/api/types'

/** Width and height of a piece, in centimetres. */
export interface RoomPiece {
  width: number
  height: number
}

/** Heights of ceilings, in centimetres. */
export const ceilings = [250, 270, 300] as const
export type Ceiling = (typeof ceilings)[number]

/** Wardrobes and kitchens. */
const roomCategories: readonly number[] = [1, 2]
const minHeight = 60

/** Returns the size to show in a room; null for small pieces, joints, and measures that are not known. */
export function roomPiece({ categoryId }: Product, measures: Measures | null): RoomPiece | null {
  if (measures === null || !roomCategories.includes(categoryId)) return null
  const piece = { width: measures.widthMm / 10, height: measures.heightMm / 10 }
  return piece.height >= minHeight ? piece : null
}

/** `62,5` in az and ru, `62.5` in en. */
export function formatCentimetres(value: number, language: Language): string {
  const text = String(Math.round(value * 10) / 10)
  return language === 'en' ? text : text.replace('.', ',')
}

export type RoomFront = NonNullable<Product['front']>

const legHeight = 8
/** Height of a single row of drawers, and of one of several. */
const drawerHeight = { single: 44, stacked: 26 }

const line = (x: number, y: number, command: 'h' | 'v', length: number) => `M${String(x)} ${String(y)}${command}${String(length)}`

/**
 * Returns the SVG path of a front, in centimetres: doors over drawers, on legs. The lower left corner is at `x` on the floor
 * (`y` 0, upwards negative).
 */
export function frontPath({ doors, drawers, drawerRows, legs }: RoomFront, { width, height }: RoomPiece, x: number): string {
  const leg = legs ? legHeight : 0
  const rows = drawers === 0 ? 0 : Math.min(Math.max(1, drawerRows), drawers)
  const rowHeight =
    rows === 1 ? Math.min(drawerHeight.single, height * 0.24) : Math.min(drawerHeight.stacked, (height * 0.6) / Math.max(1, rows))
  const drawersTop = -leg - rows * rowHeight
  const parts: string[] = []
  if (legs) parts.push(line(x + 6, 0, 'v', -leg), line(x + width - 6, 0, 'v', -leg))
  const doorWidth = width / Math.max(1, doors)
  for (let door = 0; door < doors; door += 1) {
    if (door > 0) parts.push(line(x + door * doorWidth, -height, 'v', height + drawersTop))
    // Doors open in pairs from their middle.
    const isLeft = door % 2 === 0 && (doors === 1 || door !== doors - 1)
    parts.push(line(isLeft ? x + (door + 1) * doorWidth - 4 : x + door * doorWidth + 4, -height * 0.52, 'v', Math.min(30, height * 0.14)))
  }
  const columns = Math.ceil(drawers / Math.max(1, rows))
  const drawerWidth = width / Math.max(1, columns)
  for (let row = 0; row < rows; row += 1) {
    const top = drawersTop + row * rowHeight
    parts.push(line(x, top, 'h', width))
    for (let column = 0; column < Math.min(columns, drawers - row * columns); column += 1) {
      if (column > 0) parts.push(line(x + column * drawerWidth, top, 'v', rowHeight))
      parts.push(line(x + (column + 0.34) * drawerWidth, top + rowHeight * 0.4, 'h', drawerWidth * 0.32))
    }
  }
  return parts.join('')
}
