import type { Derivation, Piece } from './derivation.ts'
import type { Design } from './design.ts'
import type { Carcass, Layout } from './layout.ts'
import { back, baseHeightMm, bodyBoard, front, frontBoard, longestPartMm, nicheGaps } from './tables.ts'
import { down, times, up } from './whole.ts'

interface Row {
  /** Prefix of the keys of its parts. */
  prefix: '' | 'upper-'
  from: number
  to: number
}

/** The lower carcasses, and the top boxes over them. */
function rowsOf(design: Design, { baseHeight, lowerTop, height }: Layout): Row[] {
  const lower: Row = { prefix: '', from: baseHeight, to: lowerTop }
  return design.upperMm > 0 ? [lower, { prefix: 'upper-', from: lowerTop, to: height }] : [lower]
}

/** Cams along one end of a board. */
export const camsOf = (layout: Layout): number => (layout.carcassDepth <= 400 ? 2 : 3)

/** The body's board with one edged long side. */
export const bodyPiece = (design: Design) => ({ board: bodyBoard(design.body), finish: design.body, edges: '1000' })
const frontPiece = (design: Design) => ({ board: frontBoard(design.fronts), finish: design.fronts, edges: '1000' })

/** Cuts what is longer than a sheet into two halves. */
function halves(from: number, to: number): [from: number, to: number][] {
  const middle = from + down(to - from, 2)
  return to - from > longestPartMm
    ? [
        [from, middle],
        [middle, to],
      ]
    : [[from, to]]
}

function addCarcass(design: Design, layout: Layout, into: Derivation, row: Row, carcass: Carcass, place: string): void {
  const { board, z0, carcassDepth: depth, family } = layout
  const { prefix, from, to } = row
  const { x, width, inner } = carcass
  const body = bodyPiece(design)
  const sideHeight = to - from - (family.hasCap ? board : 0)
  for (const sideX of [x, x + width - board]) {
    const box = [sideX, from, z0, board, sideHeight, depth] as const
    into.add({ ...body, key: `${prefix}side`, length: sideHeight, width: depth, edges: '1011', box, place })
  }
  const level = (key: string, y: number): Piece => ({
    ...{ ...body, key: `${prefix}${key}`, length: inner, width: depth, place },
    box: [x + board, y, z0, inner, board, depth],
  })
  into.add(level('bottom', from))
  if (family.hasCap) {
    const box = [x, to - board, z0, width, board, layout.depth] as const
    into.add({ ...body, key: 'top', length: width, width: layout.depth, edges: '1011', box, place })
  } else into.add(level('top', to - board))
  into.fit('cam', 4 * camsOf(layout))
}

function addUprights(design: Design, layout: Layout, into: Derivation, { prefix, from, to }: Row): void {
  const { board, z0, dividerDepth } = layout
  const clear = to - from - 2 * board
  for (const { index, x, width, isLast } of layout.bays) {
    const place = `b${index}`
    if (!isLast) {
      const box = [x + width, from + board, z0, board, clear, dividerDepth] as const
      into.add({ ...bodyPiece(design), key: `${prefix}divider`, length: clear, width: dividerDepth, box, place })
      into.fit('cam', 2 * camsOf(layout))
    }
    const length = clear + 2 * back.enters
    const across = width + 2 * back.enters
    into.add({
      ...{ key: `${prefix}back`, length, width: across, board: 'back6', finish: design.body, edges: '0000', place },
      box: [x - back.enters, from + board - back.enters, z0 + back.inset, across, length, back.thickness],
    })
  }
}

const plinth = { height: 78, inset: 20, behind: 40 + front.thickness } as const

function addPlinths(design: Design, layout: Layout, into: Derivation): void {
  const { x0, z0, width, carcassDepth, carcasses } = layout
  const face = frontPiece(design)
  const board = front.thickness
  carcasses.forEach((carcass, index) => {
    const isLast = index === carcasses.length - 1
    const end = carcass.x + carcass.width
    const from = index > 0 ? carcass.x : design.niche ? 0 : carcass.x + plinth.inset
    const to = !isLast ? end : design.niche ? design.widthMm : end - plinth.inset
    for (const [a, z] of halves(from, to)) {
      const box = [a, 0, z0 + carcassDepth - plinth.behind, z - a, plinth.height, board] as const
      into.add({ ...face, key: 'plinth', length: z - a, width: plinth.height, box, place: `c${index}` })
    }
    const bays = carcass.to - carcass.from
    into.fit('foot', 2 * (bays + 1))
    into.fit('plinth-clip', bays + 1)
  })
  if (design.niche) return
  const length = carcassDepth - plinth.behind - back.inset - back.thickness
  for (const x of [x0 + plinth.inset, x0 + width - plinth.inset - board]) {
    const box = [x, 0, z0 + back.inset + back.thickness, board, plinth.height, length] as const
    into.add({ ...face, key: 'plinth-side', length, width: plinth.height, box, place: 'c' })
  }
}

const leg = { side: 40, inset: 40, rear: 80, upToMm: 900 } as const

function addLegs({ carcasses, carcassDepth, z0 }: Layout, into: Derivation): void {
  for (const { x, width } of carcasses) {
    const pairs = 1 + up(width, leg.upToMm)
    into.fit('leg', 2 * pairs)
    times(pairs, (index) => {
      const legX = x + leg.inset + down((width - leg.inset - leg.rear) * index, pairs - 1)
      for (const z of [leg.inset, carcassDepth - leg.rear]) {
        into.marks.push({ kind: 'leg', box: [legX, 0, z0 + z, leg.side, baseHeightMm.legs, leg.side] })
      }
    })
  }
}

/** Fillers close the gaps of a niche, flush with the fronts; they are scribed to the wall. */
function addFillers(design: Design, layout: Layout, into: Derivation): void {
  const face = frontPiece(design)
  const z = layout.z0 + layout.depth - front.thickness
  const spans: [number, number][] =
    design.upperMm > 0
      ? [
          [0, layout.lowerTop],
          [layout.lowerTop, design.heightMm],
        ]
      : [[0, design.heightMm]]
  for (const x of [0, design.widthMm - nicheGaps.side]) {
    for (const [from, to] of spans.flatMap(([a, b]) => halves(a, b))) {
      const box = [x, from, z, nicheGaps.side, to - from, front.thickness] as const
      into.add({ ...face, key: 'filler-side', length: to - from, width: nicheGaps.side + nicheGaps.scribe, box, place: 'c' })
    }
  }
  layout.carcasses.forEach((carcass, index) => {
    for (const [from, to] of halves(carcass.x, carcass.x + carcass.width)) {
      const box = [from, layout.height, z, to - from, nicheGaps.top, front.thickness] as const
      into.add({ ...face, key: 'filler-top', length: to - from, width: nicheGaps.top + nicheGaps.scribe, box, place: `c${index}` })
    }
  })
}

const bracketAboveMm = 900

/** Carcasses, their base, and what fills a niche around them. */
export function carcassParts(design: Design, layout: Layout, into: Derivation): void {
  const rows = rowsOf(design, layout)
  const { carcasses, bays } = layout
  for (const row of rows) {
    carcasses.forEach((carcass, index) => addCarcass(design, layout, into, row, carcass, `c${index}`))
    addUprights(design, layout, into, row)
  }
  if (design.upperMm > 0) into.fit('bolt', 2 * bays.length)
  into.fit('bolt', 4 * (carcasses.length - 1) * rows.length)
  if (design.base === 'plinth') addPlinths(design, layout, into)
  else if (design.base === 'legs') addLegs(layout, into)
  if (design.base === 'wall') into.fit('hanger', bays.length + 1)
  else if (layout.height > bracketAboveMm) into.fit('bracket', 2 * carcasses.length)
  if (design.niche) addFillers(design, layout, into)
}
