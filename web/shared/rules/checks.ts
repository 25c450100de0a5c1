import { bayErrors } from './bay-checks.ts'
import { doorMass, doorsFrom, slideBay, slideHeight, slideSpans, slideWidth, stackOf } from './bay.ts'
import { errorOf, leastUpperMm, mostUpper, narrower, tallestDoorMm, upperFor, type Check } from './check.ts'
import type { Design } from './design.ts'
import { remove, set, setBay, type Fix } from './fixes.ts'
import { layoutOf, outlineOf, type Layout, type Outline } from './layout.ts'
import { front, longestPartMm } from './tables.ts'
import { clamp, sum, times, type Range } from './whole.ts'

const leastBayMm = 200
const mostBayMm = 1000
const mostOnLegsMm = 2400
const slideWidths: Range = [450, 1150]
const leastSlideDepthMm = 450
const heaviestSlideGrams = 50_000
/** A bay wider than this gets two doors. */
const oneDoorUpToMm = 560

/** Turns sliding doors into hinged ones. */
function hinged(design: Design, layout: Layout | null): Fix {
  const doors = design.bays.map((_, index) => setBay(index, 'doors', (layout?.bays[index]?.width ?? 0) > oneDoorUpToMm ? 2 : 1))
  return [set('front', 'hinged'), set('slides', 0), ...doors]
}

function rangeErrors(design: Design, { family, width, height, depth }: Outline): Check[] {
  const measures = [
    ['range.width', 'widthMm', width, family.widthMm],
    ['range.height', 'heightMm', height, family.heightMm],
    ['range.depth', 'depthMm', depth, family.depthMm],
  ] as const
  return measures.flatMap(([key, name, value, range]) => {
    const nearest = clamp(value, range)
    const typed = nearest + design[name] - value
    return nearest === value ? [] : [errorOf(key, null, design[name], typed, [set(name, typed)])]
  })
}

function upperErrors({ upperMm }: Design, outline: Outline): Check[] {
  if (upperMm === 0) return []
  const most = mostUpper(outline)
  if (outline.isSliding) return [errorOf('upper.sliding', null, upperMm, 0, [set('upperMm', 0)])]
  if (most < leastUpperMm) return [errorOf('upper.room', null, upperMm, 0, [set('upperMm', 0)])]
  const nearest = clamp(upperMm, [leastUpperMm, most])
  return nearest === upperMm ? [] : [errorOf('upper.range', null, upperMm, nearest, [set('upperMm', nearest)])]
}

/** Stage 1: the outline. */
function outlineErrors(design: Design, outline: Outline): Check[] {
  const found = [...rangeErrors(design, outline), ...upperErrors(design, outline)]
  const { family, height, isSliding } = outline
  if (design.base === 'legs' && (design.niche || height > mostOnLegsMm)) {
    found.push(errorOf('base.legs', null, height, mostOnLegsMm, [set('base', 'plinth')]))
  }
  const tall = outline.lowerTop - outline.baseHeight
  const excess = tall - longestPartMm
  if (found.length === 0 && excess > 0) {
    const lower = [set('heightMm', design.heightMm - excess)]
    const fixes = family.hasUpper && !isSliding ? [[set('upperMm', upperFor(design, excess))], lower] : [lower]
    found.push(errorOf('carcass.tall', null, tall, longestPartMm, ...fixes))
  }
  const count = design.bays.length
  if (count > family.bays) found.push(errorOf('bays.many', null, count, family.bays, [remove(count - 1)]))
  return found
}

const widestFixed = ({ bays }: Design): number => {
  const widths = bays.map(({ widthMm }) => widthMm)
  return widths.indexOf(Math.max(...widths))
}

/** Stage 2: the sum of the bays. */
function sumErrors(design: Design, layout: Layout | null): Check[] {
  const last = design.bays.length - 1
  if (design.bays.every(({ widthMm }) => widthMm > 0)) return [errorOf('bays.rest', null, null, null, [setBay(last, 'widthMm', 0)])]
  if (layout !== null) return []
  const widest = widestFixed(design)
  const isFixed = (design.bays[widest]?.widthMm ?? 0) > 0
  const total = sum(design.bays.map(({ widthMm }) => widthMm))
  return [errorOf('bays.sum', widest, total, null, [isFixed ? setBay(widest, 'widthMm', 0) : remove(last)])]
}

/** Stage 2b: the width of each bay. */
function widthErrors(design: Design, layout: Layout): Check[] {
  const { bays } = layout
  const hasFixed = design.bays.some(({ widthMm }) => widthMm > 0)
  const isRoomy = sum(bays.map(({ width }) => width)) >= 220 * bays.length
  return bays.flatMap(({ index, width }) => {
    if (width < leastBayMm) {
      const isFixed = design.bays[index]?.widthMm !== 0
      const freeing = hasFixed && isRoomy ? setBay(widestFixed(design), 'widthMm', 0) : remove(index)
      return [errorOf('bay.narrow', index, width, leastBayMm, [isFixed ? setBay(index, 'widthMm', leastBayMm) : freeing])]
    }
    return width > mostBayMm ? [errorOf('bay.wide', index, width, mostBayMm, narrower(design, layout, index, mostBayMm))] : []
  })
}

const fitsSlides = (outline: Outline, doors: number): boolean => {
  const width = slideWidth(outline, doors)
  return clamp(width, slideWidths) === width
}

/** Stage 3: the sliding doors. */
function slideErrors(design: Design, layout: Layout): Check[] {
  const found: Check[] = []
  const toHinged = hinged(design, layout)
  const { slides, depthMm, heightMm } = design
  if (!fitsSlides(layout, slides)) {
    const width = slideWidth(layout, slides)
    const fitting = [2, 3, 4].find((count) => fitsSlides(layout, count))
    const fixes = fitting === undefined ? [toHinged] : [[set('slides', fitting)], toHinged]
    found.push(errorOf('slide.count', null, width, clamp(width, slideWidths), ...fixes))
  }
  if (layout.depth < leastSlideDepthMm) {
    const depth = depthMm + leastSlideDepthMm - layout.depth
    found.push(errorOf('slide.depth', null, depthMm, depth, [set('depthMm', depth)], toHinged))
  }
  const excess = slideHeight(layout) - tallestDoorMm
  if (excess > 0) {
    const height = heightMm - excess
    found.push(errorOf('slide.tall', null, heightMm, height, [set('heightMm', height)], toHinged))
  }
  if (design.handle !== 'groove') found.push(errorOf('slide.handle', null, null, null, [set('handle', 'groove'), set('metal', 'black')]))
  return found
}

/** Stage 3b: the faces of sliding doors. */
function slideFaceErrors(design: Design, layout: Layout): Check[] {
  const latticeAt = (index: number) => errorOf('slide.lattice', index, null, null, [setBay(index, 'style', 'plain')])
  const found = slideSpans(layout, design.slides).flatMap(({ width }, door) => {
    const index = slideBay(design, door)
    const style = design.bays[index]?.style ?? 'plain'
    const mass = doorMass(design, style === 'mirror' ? 'mirror' : 'plain', slideHeight(layout), width)
    const fixes: Fix[] = []
    if (design.slides < 4 && fitsSlides(layout, design.slides + 1)) fixes.push([set('slides', design.slides + 1)])
    if (style === 'mirror') fixes.push([setBay(index, 'style', 'plain')])
    return [
      ...(style === 'lattice' ? [latticeAt(index)] : []),
      ...(mass > heaviestSlideGrams ? [errorOf('slide.heavy', index, mass, heaviestSlideGrams, ...fixes)] : []),
    ]
  })
  const beyond = design.bays.flatMap(({ style }, index) => (index >= design.slides && style === 'lattice' ? [latticeAt(index)] : []))
  return [...found, ...beyond]
}

/** Stage 5: one push must free the whole front of a drawer. */
function slideDrawerErrors(design: Design, layout: Layout): Check[] {
  const doors = slideSpans(layout, design.slides)
  const gaps = doors.map((_, index) => {
    const before = doors[index - 1]
    return { from: before === undefined ? 0 : before.x + before.width, to: doors[index + 1]?.x ?? Infinity }
  })
  const hasFixed = design.bays.some(({ widthMm }) => widthMm > 0)
  const isEven = design.bays.length === design.slides && hasFixed
  return layout.bays.flatMap(({ index, x, width }) => {
    if (design.bays[index]?.drawers === 0) return []
    const inset = layout.board + front.gap
    if (gaps.some(({ from, to }) => x + inset >= from && x + width - inset <= to)) return []
    const fix = isEven ? times(design.bays.length, (bay) => setBay(bay, 'widthMm', 0)) : [setBay(index, 'drawers', 0)]
    return [errorOf('slide.drawer', index, null, null, fix)]
  })
}

const noteOf = (key: string, at: number | null, value: number, limit: number | null): Check => ({
  key,
  level: 'note',
  at,
  value,
  limit,
  fixes: [],
})
const longestLiftedMm = 2400
const reachMm = 2050
const straightenerAboveMm = 2200

/** Stage 6: what to know. */
function notesOf(design: Design, layout: Layout): Check[] {
  const { lowerTop, carcassDepth, fronts } = layout
  const notes: Check[] = []
  const longest = Math.max(lowerTop - layout.baseHeight, ...layout.carcasses.map(({ inner }) => inner))
  if (longest > longestLiftedMm) notes.push(noteOf('note.lift', null, longest, longestLiftedMm))
  design.bays.forEach((bay, index) => {
    const highest = Math.max(0, ...stackOf(layout, bay).rails)
    if (highest > reachMm) notes.push(noteOf('note.reach', index, highest, reachMm))
  })
  if (design.niche && lowerTop * lowerTop + carcassDepth * carcassDepth > design.heightMm * design.heightMm) {
    notes.push(noteOf('note.upright', null, design.heightMm, null))
  }
  const isTall = design.bays.some(
    (bay) => bay.doors > 0 && bay.style !== 'lattice' && fronts.to - doorsFrom(layout, bay) > straightenerAboveMm,
  )
  if (isTall) notes.push(noteOf('note.straightener', null, straightenerAboveMm, null))
  return notes
}

/** Errors that keep a design from being built, or else its notes; a stage with an error ends the checks. */
export function checkDesign(design: Design): Check[] {
  const outline = outlineOf(design)
  const outlined = outlineErrors(design, outline)
  if (outlined.length > 0) return outlined
  const layout = layoutOf(design, outline)
  const summed = sumErrors(design, layout)
  if (summed.length > 0 || layout === null) return summed
  const sized = widthErrors(design, layout)
  if (sized.length > 0) return sized
  const excess = (layout.carcasses[0]?.inner ?? 0) - longestPartMm
  if (excess > 0) {
    const most = design.widthMm - excess
    return [errorOf('slide.long', null, design.widthMm, most, [set('widthMm', most)], hinged(design, layout))]
  }
  const slid = layout.isSliding ? slideErrors(design, layout) : []
  if (slid.length > 0) return slid
  const faced = [...(layout.isSliding ? slideFaceErrors(design, layout) : []), ...bayErrors(design, layout)]
  if (faced.length > 0) return faced
  const hidden = layout.isSliding ? slideDrawerErrors(design, layout) : []
  return hidden.length > 0 ? hidden : notesOf(design, layout)
}

/** Whether nothing keeps the design from being built. */
export const isBuildable = (checks: readonly Check[]): boolean => checks.every(({ level }) => level === 'note')
