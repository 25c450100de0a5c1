import { doorSpans, doorsFrom, slideBay, slideHeight, slideSpans, stackOf, type DrawerFront, type Stack } from './bay.ts'
import { bodyPiece, camsOf } from './carcass-parts.ts'
import type { Derivation } from './derivation.ts'
import type { BayDesign, Design } from './design.ts'
import { addDoor, addGrip } from './door-parts.ts'
import type { BayPlace, Layout } from './layout.ts'
import { back, bodyBoard, drawerPitchMm, front, frontBoard } from './tables.ts'
import { down } from './whole.ts'

interface At {
  design: Design
  layout: Layout
  into: Derivation
  bay: BayDesign
  place: BayPlace
  /** Front of the back, where boards inside begin. */
  z: number
}

const runners = [550, 500, 450, 400, 350, 300, 250]
/** A drawer box: space behind its runner, play of a runner, thickness of its sides, least difference to its front. */
const box = { behind: 24, runner: 13, side: 16, highest: 250, lower: 56 } as const

/** The longest runner that leaves room behind it. */
const runnerFor = (room: number): number => runners.find((length) => length <= room - box.behind) ?? 0

function addDrawerBox(at: At, { y, height }: DrawerFront, inner: { x: number; width: number }): void {
  const { layout, into, place } = at
  const front0 = layout.isSliding ? layout.dividerDepth - layout.board : layout.carcassDepth + front.bump
  const length = runnerFor(front0)
  const end = layout.z0 + front0
  const high = Math.min(box.highest, 10 * down(height - box.lower, 10))
  const boxY = y + (layout.isSliding ? 20 : 32)
  const own = { board: 'box16', finish: 'white', edges: '1000', place: `b${place.index}` } as const
  const { x, width } = inner
  for (const sideX of [x + box.runner, x + width - box.runner - box.side]) {
    into.add({ ...own, key: 'drawer-side', length, width: high, box: [sideX, boxY, end - length, box.side, high, length] })
  }
  for (const endZ of [end - length, end - box.side]) {
    const across = width - 2 * (box.runner + box.side)
    const startX = x + box.runner + box.side
    into.add({ ...own, key: 'drawer-end', length: across, width: high, box: [startX, boxY, endZ, across, high, box.side] })
  }
  const across = width - 48
  into.add({
    ...{ ...own, key: 'drawer-base', board: 'back6', edges: '0000', length: length - 22, width: across },
    box: [x + 24, boxY + 12, end - length + 11, across, 6, length - 22],
  })
  into.fit(`runner-${length}`, 1)
  into.fit('confirmat', 8)
}

function addDrawerFront(at: At, { y, height }: DrawerFront, inner: { x: number; width: number }): void {
  const { design, layout, into, place } = at
  const own = { edges: '1111', place: `b${place.index}` }
  if (layout.isSliding) {
    const width = inner.width - 2 * front.gap
    const z = layout.z0 + layout.dividerDepth - layout.board
    const body = { board: bodyBoard(design.body), finish: design.body }
    into.add({
      ...own,
      ...body,
      key: 'inner-front',
      length: width,
      width: height,
      box: [inner.x + front.gap, y, z, width, height, layout.board],
    })
    into.fit('groove', 1)
    return
  }
  const { from, to } = place.front
  const width = to - from
  const z = layout.z0 + layout.carcassDepth + front.bump
  const face = { board: frontBoard(design.fronts), finish: design.fronts }
  into.add({ ...own, ...face, key: 'drawer-front', length: width, width: height, box: [from, y, z, width, height, front.thickness] })
  addGrip(design, layout, into, (isKnob) => {
    const long = isKnob ? 28 : width > 500 ? 320 : 160
    const thick = isKnob ? 28 : 12
    return [down(from + to - long, 2), y + down(height * 3, 5) - down(thick, 2), long, thick]
  })
}

function addDrawers(at: At, stack: Stack): void {
  const { design, layout, into, bay, place, z } = at
  if (bay.drawers === 0) return
  const { board, innerDepth: depth } = layout
  const { x, width } = place
  const own = { ...bodyPiece(design), place: `b${place.index}` }
  // Packers keep drawers clear of sliding doors.
  const inner = layout.isSliding ? { x: x + board, width: width - 2 * board } : { x, width }
  if (layout.isSliding) {
    const length = drawerPitchMm * bay.drawers + front.gap
    for (const packerX of [x, x + width - board]) {
      into.add({ ...own, key: 'packer', length, width: depth, box: [packerX, layout.inside.from, z, board, length, depth] })
    }
    into.fit('cam', 2 * camsOf(layout))
  }
  if (stack.drawerTop !== null) {
    into.add({ ...own, key: 'drawer-top', length: width, width: depth, box: [x, stack.drawerTop, z, width, board, depth] })
    into.fit('cam', 2 * camsOf(layout))
  }
  for (const drawer of stack.drawers) {
    addDrawerFront(at, drawer, inner)
    addDrawerBox(at, drawer, inner)
  }
}

function addShelves(at: At, stack: Stack): void {
  const { design, layout, into, bay, place, z } = at
  const { x, width, odd, index } = place
  const isOpen = !layout.isSliding && bay.doors === 0
  const depth = layout.innerDepth - (isOpen ? 2 : 20)
  const own = { ...bodyPiece(design), width: depth, place: `b${index}` }
  stack.shelves.forEach((y, shelf) => {
    if (shelf === stack.fixed) {
      into.add({ ...own, key: 'shelf-fixed', length: width, box: [x, y, z, width, layout.board, depth] })
      into.fit('cam', 2 * camsOf(layout))
      return
    }
    const length = width - 2 - odd
    into.add({ ...own, key: 'shelf', length, box: [x + 1, y, z, length, layout.board, depth] })
    into.fit('pin', 4)
  })
  for (const y of stack.rails) {
    into.fit('rail', width - 4)
    into.fit('rail-end', 2)
    if (width > 900) into.fit('rail-middle', 1)
    into.marks.push({ kind: 'rail', box: [x + 2, y - 12, z + down(layout.innerDepth, 2) - 12, width - 4, 25, 25] })
  }
}

function addDoors({ design, layout, into, bay, place }: At): void {
  const from = doorsFrom(layout, bay)
  const spans = doorSpans(place, bay.doors)
  const rows = [{ isUpper: false, y: from, height: layout.fronts.to - from }]
  if (design.upperMm > 0) {
    rows.push({ isUpper: true, y: layout.lowerTop + 1, height: layout.height - front.reveal - layout.lowerTop - 1 })
  }
  for (const row of rows) {
    spans.forEach((span, index) => addDoor({ design, layout, into, bay, place, ...row, ...span, isSecond: index === 1 }))
  }
}

function addSlides(design: Design, layout: Layout, into: Derivation): void {
  const height = slideHeight(layout)
  slideSpans(layout, design.slides).forEach(({ x, width }, index) => {
    const z = layout.z0 + layout.carcassDepth - (index % 2 === 0 ? 31 : 62)
    into.add({
      ...{ key: 'slide-door', length: height, width, board: frontBoard(design.fronts), finish: design.fronts, edges: '1111' },
      box: [x, layout.inside.from + 20, z, width, height, front.thickness],
      place: `d${index}`,
    })
    into.fit('slide-set', 1)
    into.fit('groove', 1)
    if (design.bays[slideBay(design, index)]?.style === 'mirror') into.fit('mirror', (height - 8) * (width - 8))
  })
  into.fit('track', layout.width - 2 * layout.board)
}

/** Drawers, shelves, rails and doors of all bays. */
export function bayParts(design: Design, layout: Layout, into: Derivation): void {
  const z = layout.z0 + back.inset + back.thickness
  for (const place of layout.bays) {
    const bay = design.bays[place.index]
    if (bay === undefined) continue
    const at = { design, layout, into, bay, place, z }
    const stack = stackOf(layout, bay)
    addDrawers(at, stack)
    addShelves(at, stack)
    addDoors(at)
  }
  if (layout.isSliding) addSlides(design, layout, into)
}
