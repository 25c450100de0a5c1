import type { BayDesign, Design } from './design.ts'
import { coverOf, type BayPlace, type Outline } from './layout.ts'
import { boards, drawerPitchMm, front, frontBoard, slide, type DoorStyle } from './tables.ts'
import { down, times, up } from './whole.ts'

/** Height above shelves over a rail, and from a shelf to the axis of the rail below it. */
const hatMm = 300
const railDropMm = 50
/** A body higher than this inside has a fixed shelf to stiffen its dividers. */
const stiffAboveMm = 2000

export interface DrawerFront {
  y: number
  height: number
}

/** Heights in one bay in millimetres; section 5 of the rule book. */
export interface Stack {
  /** Drawers alone share the whole front. */
  isColumn: boolean
  drawers: readonly DrawerFront[]
  /** Underside of the board over the drawers. */
  drawerTop: number | null
  /** Floor of what stands above the drawers. */
  floor: number
  /** Undersides of the shelves, from below. */
  shelves: readonly number[]
  /** Index of the fixed shelf, -1 for none. */
  fixed: number
  /** Space between two shelves. */
  clear: number
  /** Axes of the rails, from below. */
  rails: readonly number[]
  /** The smaller hanging height; `null` without a rail. */
  hanging: number | null
}

export const isColumn = (outline: Outline, bay: BayDesign): boolean =>
  !outline.isSliding && bay.drawers > 0 && bay.doors === 0 && bay.rail === 0 && bay.shelves === 0

/** Where the first drawer front begins. */
export const drawersFrom = (outline: Outline): number => (outline.isSliding ? outline.inside.from + front.gap : outline.fronts.from)

function columnOf({ fronts, inside }: Outline, drawers: number): Stack {
  const total = fronts.to - fronts.from - front.gap * (drawers - 1)
  const each = down(total, drawers)
  const lowest = total - each * (drawers - 1)
  const fronted = times(drawers, (index) =>
    index === 0
      ? { y: fronts.from, height: lowest }
      : { y: fronts.from + lowest + front.gap + (index - 1) * (each + front.gap), height: each },
  )
  return { isColumn: true, drawers: fronted, drawerTop: null, floor: inside.to, shelves: [], fixed: -1, clear: 0, rails: [], hanging: null }
}

function hangingOf(rails: number, floor: number, under: number): Pick<Stack, 'rails' | 'hanging'> {
  if (rails === 1) return { rails: [under - railDropMm], hanging: under - railDropMm - floor }
  // The space may be negative; the quotient rounds toward zero as its remainder does.
  const middle = floor + down(under - floor, 2)
  return {
    rails: [middle - railDropMm, under - railDropMm],
    hanging: Math.min(middle - railDropMm - floor, under - railDropMm - middle),
  }
}

export function stackOf(outline: Outline, bay: BayDesign): Stack {
  if (isColumn(outline, bay)) return columnOf(outline, bay.drawers)
  const { board, inside } = outline
  const from = drawersFrom(outline)
  const drawers = times(bay.drawers, (index) => ({ y: from + drawerPitchMm * index, height: drawerPitchMm - front.gap }))
  const over = from + drawerPitchMm * bay.drawers
  const drawerTop = bay.drawers === 0 ? null : outline.isSliding ? over : over - front.gap - coverOf(board).near
  const floor = drawerTop === null ? inside.from : drawerTop + board
  const lower = { isColumn: false, drawers, drawerTop, floor }
  if (bay.rail === 0) {
    const clear = down(inside.to - floor - bay.shelves * board, bay.shelves + 1)
    const isTall = inside.to - inside.from > stiffAboveMm
    return {
      ...lower,
      clear,
      shelves: times(bay.shelves, (index) => floor + (index + 1) * clear + index * board),
      fixed: isTall && bay.shelves > 0 ? down(bay.shelves + 1, 2) - 1 : -1,
      rails: [],
      hanging: null,
    }
  }
  const shelves = times(bay.shelves, (index) => inside.to - (bay.shelves - index) * (hatMm + board))
  const under = shelves[0] ?? inside.to
  return { ...lower, clear: hatMm, shelves, fixed: bay.shelves > 0 ? 0 : -1, ...hangingOf(bay.rail, floor, under) }
}

interface Span {
  x: number
  width: number
}

/** Places of the hinged doors of a bay. */
export function doorSpans({ front: { from, to } }: BayPlace, doors: number): Span[] {
  if (doors === 0) return []
  if (doors === 1) return [{ x: from, width: to - from }]
  const width = down(to - from - front.gap, 2)
  return [
    { x: from, width },
    { x: to - width, width },
  ]
}

/** Where the doors of a bay begin: above its drawers. */
export const doorsFrom = (outline: Outline, bay: BayDesign): number => outline.fronts.from + drawerPitchMm * bay.drawers

/** Width of each of a number of sliding doors. */
export const slideWidth = (outline: Outline, doors: number): number =>
  down(outline.width - 2 * outline.board + (doors - 1) * slide.overlap, doors)
export const slideHeight = ({ inside }: Outline): number => inside.to - inside.from - slide.play

/** Places of the sliding doors. */
export function slideSpans(outline: Outline, doors: number): Span[] {
  const from = outline.x0 + outline.board
  const inner = outline.width - 2 * outline.board
  const width = slideWidth(outline, doors)
  const step = down(inner - width, doors - 1)
  return times(doors, (index) => ({ x: index === doors - 1 ? from + inner - width : from + index * step, width }))
}
/** Style of a sliding door: that of its bay, of the last bay for doors beyond it. */
export const slideBay = (design: Design, door: number): number => Math.min(door, design.bays.length - 1)

const mirrorGramsPerM2 = 10_000
/** Mass of a door in grams. */
export function doorMass(design: Design, style: DoorStyle, height: number, width: number): number {
  const board = style === 'lattice' ? 'solid19' : frontBoard(design.fronts)
  return up(height * width * (boards[board].gramsPerM2 + (style === 'mirror' ? mirrorGramsPerM2 : 0)), 1_000_000)
}
