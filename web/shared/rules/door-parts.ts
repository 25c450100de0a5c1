import { doorMass } from './bay.ts'
import type { Derivation } from './derivation.ts'
import type { BayDesign, Design } from './design.ts'
import type { BayPlace, Layout } from './layout.ts'
import { front, frontBoard, lattice } from './tables.ts'
import { clamp, down, half, times } from './whole.ts'

interface DoorAt {
  design: Design
  layout: Layout
  into: Derivation
  bay: BayDesign
  place: BayPlace
  x: number
  y: number
  width: number
  height: number
  isUpper: boolean
  /** Whether it is the right one of two. */
  isSecond: boolean
}

/** Heights in millimetres and masses in grams up to which 2, 3, 4… hinges carry a door. */
const hingeHeights = [900, 1600, 2000, 2400]
const hingeMasses = [6000, 12_000, 17_000, 22_000, 27_000]
const byLimit = (limits: readonly number[], value: number): number => 2 + limits.filter((limit) => value > limit).length
const hingesOf = (height: number, mass: number): number => Math.max(byLimit(hingeHeights, height), byLimit(hingeMasses, mass))

/** Two doors are hinged outside, single ones in pairs so that their handles meet. */
function hingedSide({ design, bay, place, isSecond }: DoorAt): 'left' | 'right' {
  if (bay.doors === 2) return isSecond ? 'right' : 'left'
  const last = design.bays.length - 1
  return last === 0 || (place.index % 2 === 0 && place.index !== last) ? 'left' : 'right'
}

/** Heights of hinge cups; doors that are hinged right on a divider sit higher, as plates of both sides would meet in it. */
const cupsOf = (height: number, hinges: number, isShared: boolean): number[] =>
  times(hinges, (index) => 100 + (isShared ? 32 : 0) + down(index * (height - 200), hinges - 1))

/** Counts a grip of the design's kind, and marks one that has a body. */
export function addGrip(
  { handle }: Design,
  { z0, depth }: Layout,
  into: Derivation,
  placed: (isKnob: boolean) => readonly [x: number, y: number, dx: number, dy: number],
): void {
  const hasBody = handle === 'bar' || handle === 'knob'
  into.fit(hasBody ? `handle-${handle}` : handle, 1)
  if (!hasBody) return
  const [x, y, dx, dy] = placed(handle === 'knob')
  into.marks.push({ kind: 'handle', box: [x, y, z0 + depth, dx, dy, 28] })
}

function addDoorGrip({ design, layout, into, x, y, width, height, isUpper }: DoorAt, side: 'left' | 'right'): void {
  addGrip(design, layout, into, (isKnob) => {
    const long = isKnob ? 28 : height > 1000 ? 320 : 160
    const thick = isKnob ? 28 : 12
    const reach = down(long, 2)
    const low = y + 60 + reach
    const centre = isUpper ? low : clamp(1050, [low, y + height - 60 - reach])
    const gripX = side === 'left' ? x + width - 40 : x + 40
    return [gripX - down(thick, 2), centre - reach, thick, long]
  })
}

function addLattice({ design, into, place, x, y, width, height }: DoorAt, z: number): void {
  const { stile, tenon, enters, cell, middleRailAbove } = lattice
  const own = { place: `b${place.index}`, edges: '0000' }
  const frame = { ...own, board: 'solid19', finish: design.fronts } as const
  for (const stileX of [x, x + width - stile]) {
    into.add({ ...frame, key: 'stile', length: height, width: stile, box: [stileX, y, z, stile, height, front.thickness] })
  }
  const openings = height > middleRailAbove ? 2 : 1
  const openWidth = width - 2 * stile
  const rest = height - (openings + 1) * stile
  const each = down(rest, openings)
  // The odd millimetre widens the lowest opening.
  const heights = times(openings, (index) => (index === 0 ? rest - each * (openings - 1) : each))
  const addRail = (railY: number) =>
    into.add({
      ...{ ...frame, key: 'frame-rail', length: openWidth + 2 * tenon, width: stile },
      box: [x + stile, railY, z, openWidth, stile, front.thickness],
    })
  addRail(y)
  let railY = y
  for (const open of heights) {
    const openY = railY + stile
    const cells = [half(openWidth, cell), half(open, cell)] as const
    const panel = { ...own, length: open + 2 * enters, width: openWidth + 2 * enters }
    const laths = [x + stile, openY, z + 6, openWidth, open, 12] as const
    into.add({ ...panel, key: 'lattice', board: 'lattice12', finish: design.fronts, box: laths, cells })
    const behind = [x + stile, openY, z, openWidth, open, 6] as const
    into.add({ ...panel, key: 'lattice-back', board: 'back6', finish: design.body, box: behind })
    into.fit('cell', cells[0] * cells[1])
    railY = openY + open
    addRail(railY)
  }
}

const straightenerAboveMm = 2200

/** One hinged door with its hinges and grip. */
export function addDoor(at: DoorAt): void {
  const { design, layout, into, bay, place, x, y, width, height, isUpper } = at
  const z = layout.z0 + layout.carcassDepth + front.bump
  const { style } = bay
  if (style === 'lattice') addLattice(at, z)
  else {
    const face = { board: frontBoard(design.fronts), finish: design.fronts, edges: '1111' }
    const key = isUpper ? 'upper-door' : 'door'
    into.add({ ...face, key, length: height, width, box: [x, y, z, width, height, front.thickness], place: `b${place.index}` })
    if (style === 'mirror') into.fit('mirror', (height - 8) * (width - 8))
    if (!isUpper && height > straightenerAboveMm) into.fit('straightener', 1)
  }
  const massG = doorMass(design, style, height, width)
  const hinges = hingesOf(height, massG)
  const hinged = hingedSide(at)
  const isOnSide = hinged === 'left' ? place.isFirst : place.isLast
  into.fit(isOnSide ? 'hinge-full' : 'hinge-half', hinges)
  addDoorGrip(at, hinged)
  const cups = cupsOf(height, hinges, !isOnSide && hinged === 'right')
  into.doors.push({ bay: place.index, isUpper, x, y, widthMm: width, heightMm: height, hinged, style, massG, hinges, cups })
}
