import type { Design } from './design.ts'
import { back, baseHeightMm, boards, bodyBoard, families, front, longestPartMm, nicheGaps, slide, type FamilyRules } from './tables.ts'
import { down, sum, times } from './whole.ts'

/** Lengths that do not depend on the bays, in millimetres; section 4 of the rule book. */
export interface Outline {
  family: FamilyRules
  /** Lower left rear corner of the furniture. */
  x0: number
  z0: number
  /** Measures of the furniture without the fitting gaps. */
  width: number
  height: number
  depth: number
  /** Thickness of the body's board. */
  board: number
  baseHeight: number
  isSliding: boolean
  /** Whether doors or drawer fronts lie before the body. */
  hasFronts: boolean
  /** Depth of the carcass, of what stands between the dividers, and before the back. */
  carcassDepth: number
  dividerDepth: number
  innerDepth: number
  /** Top of the lower carcass. */
  lowerTop: number
  /** Inside of the lower carcass. */
  inside: { from: number; to: number }
  /** Heights that fronts of the lower carcass reach. */
  fronts: { from: number; to: number }
}

export interface Carcass {
  x: number
  width: number
  /** Clear width between its sides. */
  inner: number
  /** Its bays: from the first one to before `to`. */
  from: number
  to: number
}

export interface BayPlace {
  index: number
  x: number
  width: number
  /** 1 where an odd millimetre widens the bay. */
  odd: number
  /** Reach of its fronts. */
  front: { from: number; to: number }
  isFirst: boolean
  isLast: boolean
}

/** The lengths with the places of carcasses and bays. */
export interface Layout extends Outline {
  carcasses: readonly Carcass[]
  bays: readonly BayPlace[]
}

/** Widths that fronts cover of a board between two bays: of its left half and of its right half. */
export function coverOf(board: number): { near: number; far: number } {
  const near = down(board - front.gap, 2)
  return { near, far: board - front.gap - near }
}

export function outlineOf(design: Design): Outline {
  const gaps = design.niche ? nicheGaps : { side: 0, top: 0, back: 0 }
  const family: FamilyRules = families[design.family]
  const board = boards[bodyBoard(design.body)].thicknessMm
  const baseHeight = baseHeightMm[design.base]
  const isSliding = design.front === 'sliding'
  const hasFronts = !isSliding && design.bays.some(({ doors, drawers }) => doors > 0 || drawers > 0)
  const height = design.heightMm - gaps.top
  const depth = design.depthMm - gaps.back
  const carcassDepth = hasFronts ? depth - front.thickness - front.bump : depth
  const dividerDepth = isSliding ? carcassDepth - slide.track : carcassDepth
  const lowerTop = height - design.upperMm
  return {
    family,
    x0: gaps.side,
    z0: gaps.back,
    width: design.widthMm - 2 * gaps.side,
    height,
    depth,
    board,
    baseHeight,
    isSliding,
    hasFronts,
    carcassDepth,
    dividerDepth,
    innerDepth: dividerDepth - back.inset - back.thickness,
    lowerTop,
    inside: { from: baseHeight + board, to: lowerTop - board },
    fronts: { from: baseHeight + front.reveal, to: (family.hasCap ? height - board : lowerTop) - front.reveal },
  }
}

interface Share {
  carcass: number
  isFirst: boolean
  isLast: boolean
}

/** Deals the bays to carcasses; the first ones have one bay more where they do not divide evenly. */
function dealBays(bays: number, carcasses: number): Share[] {
  return times(carcasses, (carcass) => down(bays, carcasses) + (carcass < bays % carcasses ? 1 : 0)).flatMap((count, carcass) =>
    times(count, (index) => ({ carcass, isFirst: index === 0, isLast: index === count - 1 })),
  )
}

interface BayWidth {
  width: number
  odd: number
}

/** Widths of the bays in a number of carcasses; `null` where the fixed ones leave too little for the free ones. */
function widthsOf(design: Design, outline: Outline, shares: readonly Share[], carcasses: number): BayWidth[] | null {
  const { board } = outline
  const { near, far } = coverOf(board)
  const inner = outline.width - 2 * carcasses * board - (shares.length - carcasses) * board
  const coverAt = ({ isFirst, isLast }: Share, index: number): number => {
    if (!outline.hasFronts) return 0
    const left = !isFirst ? far : index === 0 ? board - front.reveal : board - 1
    return left + (isLast ? board - 2 : near)
  }
  const covers = shares.map(coverAt)
  const free = design.bays.flatMap(({ widthMm }, index) => (widthMm === 0 ? [index] : []))
  const rest = inner - sum(design.bays.map(({ widthMm }) => widthMm)) + sum(free.map((index) => covers[index] ?? 0))
  if (free.length === 0 || rest < 0) return null
  const each = down(rest, free.length)
  const widths = design.bays.map(({ widthMm }, index) => {
    const order = free.indexOf(index)
    const odd = order >= 0 && order < rest % free.length ? 1 : 0
    return { width: widthMm > 0 ? widthMm : each + odd - (covers[index] ?? 0), odd }
  })
  return widths.some(({ width }) => width < 1) ? null : widths
}

interface Dealt {
  shares: readonly Share[]
  widths: readonly BayWidth[]
}

/** Takes the fewest carcasses whose bottoms are cut in one piece; sliding doors need one. */
function dealWidths(design: Design, outline: Outline): Dealt | null {
  const count = design.bays.length
  let dealt: Dealt | null = null
  for (let carcasses = 1; carcasses <= count; carcasses++) {
    const shares = dealBays(count, carcasses)
    const widths = widthsOf(design, outline, shares, carcasses)
    if (widths === null) return null
    dealt = { shares, widths }
    const inner = times(carcasses, (carcass) => innerOf(dealt, carcass, outline.board))
    if (outline.isSliding || Math.max(...inner) <= longestPartMm) break
  }
  return dealt
}

function innerOf(dealt: Dealt | null, carcass: number, board: number): number {
  const own = dealt?.widths.filter((_, index) => dealt.shares[index]?.carcass === carcass) ?? []
  return sum(own.map(({ width }) => width)) + (own.length - 1) * board
}

/** Places the carcasses and bays; `null` where the fixed bays leave too little for the others. */
export function layoutOf(design: Design, outline: Outline = outlineOf(design)): Layout | null {
  const dealt = dealWidths(design, outline)
  if (dealt === null) return null
  const { board, x0 } = outline
  const { near } = coverOf(board)
  const carcasses: Carcass[] = []
  const bays: BayPlace[] = []
  let x = x0
  let frontFrom = x0 + front.reveal
  dealt.widths.forEach(({ width, odd }, index) => {
    const { carcass, isFirst, isLast } = dealt.shares[index] ?? { carcass: 0, isFirst: false, isLast: false }
    if (isFirst) {
      const inner = innerOf(dealt, carcass, board)
      carcasses.push({ x, width: inner + 2 * board, inner, from: index, to: index })
      x += board
    }
    const isEnd = index === dealt.widths.length - 1
    const right = x + width
    const gapFrom = isEnd ? x0 + outline.width - front.reveal : isLast ? right + board - 2 : right + near
    bays.push({ index, x, width, odd, front: { from: frontFrom, to: gapFrom - (outline.hasFronts ? odd : 0) }, isFirst, isLast })
    frontFrom = gapFrom + front.gap
    x = right + board
    const last = carcasses.at(-1)
    if (last !== undefined) last.to = index + 1
  })
  return { ...outline, carcasses, bays }
}
