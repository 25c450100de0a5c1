import { stackOf } from '@shared/rules/bay'
import { checkDesign, isBuildable } from '@shared/rules/checks'
import { bayWidth } from '@shared/rules/contents'
import { mostBays, type BayDesign, type Design } from '@shared/rules/design'
import { applyFix, remove, split } from '@shared/rules/fixes'
import { layoutOf } from '@shared/rules/layout'
import { families, nicheGaps, type DoorStyle, type FrontKind } from '@shared/rules/tables'

/** Contents of a bay. */
export type Inside = Pick<BayDesign, 'rail' | 'shelves' | 'drawers'>

/** A bay wider than this gets two doors, in millimetres. */
const oneDoorUpToMm = 570
/** Top boxes that a press adds, in millimetres. */
const usualUpperMm = 450

const doorsFor = (design: Design, index: number): number => (bayWidth(design, index) > oneDoorUpToMm ? 2 : 1)

/** Returns the design with as many doors before each bay as its width takes; open bays stay open. */
function withFittingDoors(design: Design): Design {
  if (design.front === 'sliding' || families[design.family].doors === 0) return design
  return { ...design, bays: design.bays.map((bay, index) => (bay.doors === 0 ? bay : { ...bay, doors: doorsFor(design, index) })) }
}

export function changeBay(design: Design, index: number, change: Partial<BayDesign>): Design {
  return { ...design, bays: design.bays.map((bay, at) => (at === index ? { ...bay, ...change } : bay)) }
}

/** In a niche, furniture stands on a plinth. */
export function setNiche(design: Design, niche: boolean): Design {
  return { ...design, niche, base: niche ? 'plinth' : design.base }
}

export const setUpper = (design: Design, hasUpper: boolean): Design => ({ ...design, upperMm: hasUpper ? usualUpperMm : 0 })

export function addBay(design: Design): Design {
  const last = design.bays.at(-1)
  if (last === undefined || design.bays.length >= mostBays) return design
  return withFittingDoors({ ...design, bays: [...design.bays, { ...last, widthMm: 0 }] })
}

export function removeBay(design: Design, index: number): Design {
  if (design.bays.length === 1) return design
  return withFittingDoors(withFreeBay(applyFix(design, [remove(index)]), 0))
}

export function splitBay(design: Design, index: number): Design {
  if (design.bays.length >= mostBays) return design
  return withFittingDoors(applyFix(design, [split(index)]))
}

/** One bay must be free to take the rest. */
function withFreeBay(design: Design, kept: number): Design {
  if (design.bays.some(({ widthMm }) => widthMm === 0)) return design
  return changeBay(design, kept === 0 ? design.bays.length - 1 : 0, { widthMm: 0 })
}

export function setBayWidth(design: Design, index: number, widthMm: number): Design {
  return withFittingDoors(withFreeBay(changeBay(design, index, { widthMm }), index))
}

export function sameForAll(design: Design, index: number): Design {
  const source = design.bays[index]
  if (source === undefined) return design
  const { rail, shelves, drawers } = source
  return { ...design, bays: design.bays.map((bay) => ({ ...bay, rail, shelves, drawers })) }
}

/** Puts a ready inside into a bay, with as many of its shelves as can be built. */
export function fillBay(design: Design, index: number, inside: Inside): Design {
  for (let shelves = inside.shelves; shelves >= 0; shelves--) {
    const next = changeBay(design, index, { ...inside, shelves })
    if (isBuildable(checkDesign(next))) return next
  }
  return changeBay(design, index, inside)
}

export function isFilledWith(design: Design, index: number, inside: Inside): boolean {
  const bay = design.bays[index]
  const filled = fillBay(design, index, inside).bays[index]
  return (['rail', 'shelves', 'drawers'] as const).every((name) => filled?.[name] === bay?.[name])
}

/** Inner width that one sliding door covers well, and the least depth with their tracks, in millimetres. */
const slideWidthMm = 850
const slidingDepthMm = 650

/** Hinged or sliding doors, with the number, the depth and the grips that work with them. */
export function setFront(design: Design, front: FrontKind): Design {
  if (front === design.front) return design
  if (front === 'hinged') {
    const bays = design.bays.map((bay, index) => ({ ...bay, doors: doorsFor(design, index) }))
    return { ...design, front, slides: 0, bays }
  }
  const inner = design.widthMm - (design.niche ? 2 * nicheGaps.side : 0)
  const slides = Math.min(4, Math.max(2, Math.round(inner / slideWidthMm)))
  const depthMm = Math.max(design.depthMm, slidingDepthMm + (design.niche ? nicheGaps.back : 0))
  const bays = design.bays.map((bay) => ({ ...bay, doors: 0, style: bay.style === 'mirror' ? bay.style : ('plain' as const) }))
  return { ...design, front, slides, depthMm, upperMm: 0, handle: 'groove', metal: 'black', bays }
}

/** The face of a bay's doors; `null` leaves it open. */
export function setFace(design: Design, index: number, style: DoorStyle | null): Design {
  if (style === null) return changeBay(design, index, { doors: 0, style: 'plain' })
  const doors = design.bays[index]?.doors ?? 0
  return changeBay(design, index, { style, doors: doors > 0 || design.front === 'sliding' ? doors : doorsFor(design, index) })
}

export function setHandle(design: Design, handle: Design['handle']): Design {
  return { ...design, handle, metal: handle === 'bar' || handle === 'knob' ? design.metal : 'black' }
}

/** Clear heights of a bay from below, with the height at which each begins. */
export function clearHeights(design: Design, index: number): { from: number; to: number }[] {
  const layout = layoutOf(design)
  const bay = design.bays[index]
  if (layout === null || bay === undefined) return []
  const stack = stackOf(layout, bay)
  const ends = [layout.baseHeight, ...stack.drawers.map(({ y, height }) => y + height), ...stack.shelves, ...stack.rails, layout.lowerTop]
  const sorted = [...new Set(ends)].sort((left, right) => left - right)
  return sorted.flatMap((to, at) => {
    const from = sorted[at - 1]
    return from === undefined || to - from <= 60 ? [] : [{ from, to }]
  })
}
