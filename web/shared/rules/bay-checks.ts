import { doorMass, doorSpans, doorsFrom, drawersFrom, isColumn, stackOf, type Stack } from './bay.ts'
import { errorOf, mostUpper, narrower, tallestDoorMm, upperFor, type Check } from './check.ts'
import type { BayDesign, Design } from './design.ts'
import { set, setBay, type Fix } from './fixes.ts'
import type { BayPlace, Layout } from './layout.ts'
import { drawerPitchMm, front, isWood } from './tables.ts'
import { clamp, down, times, up, type Range } from './whole.ts'

const drawerWidths: Range = [300, 900]
const columnFronts: Range = [120, 400]
/** Highest edge of a drawer that one can look into, and the least space above drawers. */
const highestDrawerMm = 1250
const roomAboveDrawersMm = 250
const railDepthMm = 500
const hangingMm = 850
const doorWidths: Range = [200, 600]
const lowestDoorMm = 250
const heaviestDoorGrams = 27_000
const leastLatticeMm = 300

interface Place {
  design: Design
  layout: Layout
  bay: BayDesign
  place: BayPlace
}

function columnErrors({ layout, bay, place: { index } }: Place): Check[] {
  const total = layout.fronts.to - layout.fronts.from
  const least = up(total + front.gap, columnFronts[1] + front.gap)
  const most = down(total + front.gap, columnFronts[0] + front.gap)
  const nearest = clamp(bay.drawers, [least, most])
  if (nearest === bay.drawers) return []
  const isPossible = nearest >= 1 && nearest <= layout.family.drawers && least <= most
  const other = nearest > layout.family.drawers ? setBay(index, 'shelves', 1) : setBay(index, 'drawers', 0)
  const value = down(total - front.gap * (bay.drawers - 1), bay.drawers)
  const limit = bay.drawers < least ? columnFronts[1] : columnFronts[0]
  return [errorOf('drawer.front', index, value, limit, [isPossible ? setBay(index, 'drawers', nearest) : other])]
}

function stackedDrawerErrors({ layout, bay, place: { index } }: Place): Check[] {
  const from = drawersFrom(layout)
  const room = layout.inside.to - roomAboveDrawersMm - layout.board
  const most = Math.min(down(highestDrawerMm - from, drawerPitchMm), down(room - from, drawerPitchMm))
  if (bay.drawers <= most) return []
  const possible = Math.max(0, most)
  const limit = from + drawerPitchMm * possible
  return [errorOf('drawer.stack', index, from + drawerPitchMm * bay.drawers, limit, [setBay(index, 'drawers', possible)])]
}

function drawerErrors(at: Place): Check[] {
  const { design, layout, bay, place } = at
  const { index, width } = place
  if (bay.drawers === 0) return []
  const [least, most] = drawerWidths
  const leastWidth = layout.isSliding ? least + 2 * layout.board : least
  return [
    ...(width > most ? [errorOf('drawer.wide', index, width, most, narrower(design, layout, index, most))] : []),
    ...(width < leastWidth ? [errorOf('drawer.narrow', index, width, leastWidth, [setBay(index, 'drawers', 0)])] : []),
    ...(isColumn(layout, bay) ? columnErrors(at) : stackedDrawerErrors(at)),
  ]
}

/** Fewer shelves over the rails; else one rail under as many shelves as fit; else fewer drawers; else no rail. */
function hangingFix({ layout, bay, place: { index } }: Place): Fix {
  const fewerShelves = (rail: number) => times(bay.shelves + 1, (less) => ({ ...bay, rail, shelves: bay.shelves - less }))
  const fewerDrawers = times(bay.drawers, (less) => ({ ...bay, rail: 1, shelves: 0, drawers: bay.drawers - 1 - less }))
  const tries: BayDesign[] = [...fewerShelves(bay.rail), ...fewerShelves(1), ...fewerDrawers]
  const best = tries.find((next) => (stackOf(layout, next).hanging ?? 0) >= hangingMm) ?? { ...bay, rail: 0 }
  return (['rail', 'shelves', 'drawers'] as const).flatMap((name) => (best[name] === bay[name] ? [] : [setBay(index, name, best[name])]))
}

function insideErrors(at: Place, stack: Stack): Check[] {
  const { design, layout, bay, place } = at
  const { index } = place
  if (stack.isColumn) return []
  const found: Check[] = []
  const lack = railDepthMm - layout.innerDepth
  if (bay.rail > 0 && lack > 0) {
    const depth = design.depthMm + lack
    found.push(errorOf('rail.depth', index, design.depthMm, depth, [set('depthMm', depth)], [setBay(index, 'rail', 0)]))
  }
  if (stack.hanging !== null && stack.hanging < hangingMm) {
    found.push(errorOf('rail.height', index, Math.max(0, stack.hanging), hangingMm, hangingFix(at)))
  }
  const least = layout.family.leastClearMm
  if (bay.rail === 0 && bay.shelves > 0 && stack.clear < least) {
    const most = down(Math.max(0, layout.inside.to - stack.floor - least), least + layout.board)
    found.push(errorOf('shelf.dense', index, Math.max(0, stack.clear), least, [setBay(index, 'shelves', most)]))
  }
  return found
}

function heavyErrors({ design, bay, place: { index, front: reach } }: Place, tall: number, wide: number): Check[] {
  const mass = doorMass(design, bay.style, tall, wide)
  if (clamp(wide, doorWidths) !== wide || mass <= heaviestDoorGrams) return []
  const isTwoPossible = bay.doors === 1 && down(reach.to - reach.from - front.gap, 2) >= doorWidths[0]
  const plain = [setBay(index, 'style', 'plain')]
  return [errorOf('door.heavy', index, mass, heaviestDoorGrams, ...(isTwoPossible ? [[setBay(index, 'doors', 2)], plain] : [plain]))]
}

function latticeErrors({ design, bay, place: { index, front: reach } }: Place, tall: number, wide: number): Check[] {
  if (bay.style !== 'lattice') return []
  const plain = [setBay(index, 'style', 'plain')]
  const found = isWood(design.fronts) ? [] : [errorOf('lattice.wood', index, null, null, [set('fronts', 'oak')], plain)]
  if (wide < leastLatticeMm) {
    const isOnePossible = bay.doors === 2 && reach.to - reach.from <= doorWidths[1]
    found.push(errorOf('lattice.narrow', index, wide, leastLatticeMm, isOnePossible ? [setBay(index, 'doors', 1)] : plain))
  } else if (tall < leastLatticeMm) found.push(errorOf('lattice.low', index, tall, leastLatticeMm, plain))
  return found
}

function doorErrors(at: Place): Check[] {
  const { design, layout, bay, place } = at
  const { index } = place
  const [door] = doorSpans(place, bay.doors)
  if (door === undefined) return []
  const found: Check[] = []
  const wide = door.width
  const tall = layout.fronts.to - doorsFrom(layout, bay)
  if (tall < lowestDoorMm) {
    const higher = [set('heightMm', design.heightMm + lowestDoorMm - tall)]
    found.push(errorOf('door.low', index, tall, lowestDoorMm, higher, [setBay(index, 'doors', 0), setBay(index, 'style', 'plain')]))
  }
  const [least, most] = doorWidths
  if (wide > most) found.push(errorOf('door.wide', index, wide, most, [setBay(index, 'doors', 2)]))
  else if (wide < least) found.push(errorOf('door.narrow', index, wide, least, [setBay(index, 'doors', 1)]))
  const excess = tall - tallestDoorMm
  if (excess > 0) {
    const upper = upperFor(design, excess)
    const lower = [set('heightMm', design.heightMm - excess)]
    const isUpperPossible = layout.family.hasUpper && upper <= mostUpper(layout)
    found.push(errorOf('door.tall', index, tall, tallestDoorMm, ...(isUpperPossible ? [[set('upperMm', upper)], lower] : [lower])))
  } else found.push(...heavyErrors(at, tall, wide))
  return [...found, ...latticeErrors(at, tall, wide)]
}

/** Stage 4: what stands in each bay and before it. */
export function bayErrors(design: Design, layout: Layout): Check[] {
  return layout.bays.flatMap((place) => {
    const bay = design.bays[place.index]
    if (bay === undefined) return []
    const at = { design, layout, bay, place }
    const { index, width } = place
    const span = layout.family.longestShelfMm
    const shelves =
      bay.shelves > 0 && width > span ? [errorOf('shelf.span', index, width, span, narrower(design, layout, index, span))] : []
    const drawers = drawerErrors(at)
    if (drawers.length > 0) return [...shelves, ...drawers]
    return [...shelves, ...insideErrors(at, stackOf(layout, bay)), ...doorErrors(at)]
  })
}
