import type { BayDesign, Design } from './design.ts'
import { layoutOf } from './layout.ts'
import { oncePerDesign } from './once.ts'
import type { DoorStyle } from './tables.ts'
import { down } from './whole.ts'

/** A word of what a bay holds and what closes it, with a count where it has one. */
export interface BayWord {
  key: 'drawer-count' | 'shelf-count' | 'one-rail' | 'two-rails' | 'empty' | 'door-open' | `door-${DoorStyle}` | `doors-${DoorStyle}`
  count?: number
}

const layoutOnce = oncePerDesign((design) => layoutOf(design))

/** The inner width of a bay in millimetres; that of an even share where the bays do not fit. */
export function bayWidth(design: Design, index: number): number {
  return layoutOnce(design)?.bays[index]?.width ?? down(design.widthMm, design.bays.length)
}

function insideOf({ drawers, rail, shelves }: BayDesign): BayWord[] {
  const words: BayWord[] = []
  if (drawers > 0) words.push({ key: 'drawer-count', count: drawers })
  if (rail > 0) words.push({ key: rail === 2 ? 'two-rails' : 'one-rail' })
  if (shelves > 0) words.push({ key: 'shelf-count', count: shelves })
  return words.length === 0 ? [{ key: 'empty' }] : words
}

/** Contents and front of a bay, in the order in which they are read. */
export function bayContents(design: Design, bay: BayDesign): BayWord[] {
  const inside = insideOf(bay)
  if (design.front === 'sliding' || design.family === 'shelf') return inside
  if (bay.doors === 0) {
    const hasDrawersAlone = bay.drawers > 0 && bay.rail === 0 && bay.shelves === 0
    return hasDrawersAlone ? inside : [...inside, { key: 'door-open' }]
  }
  return [...inside, { key: bay.doors === 2 ? `doors-${bay.style}` : `door-${bay.style}` }]
}
