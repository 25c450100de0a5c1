import type { Schemas } from './api/contract'
import { possibleMm, type Measures, type Side } from './measures'

/** Object of given measures: the piece, or the niche that it stands in. */
export type MeasuresOf = Schemas['MeasuresOf']

/** Gaps that the workshop leaves around a piece in a niche, in millimetres; those at the sides are equal. */
export const gaps = { side: 30, top: 40, back: 10 } as const

/** Millimetres by which a piece is smaller than its niche. The services have the same rule: `niches.json` tests both. */
const clearance: Measures = { widthMm: 2 * gaps.side, depthMm: gaps.back, heightMm: gaps.top }
const none: Measures = { widthMm: 0, depthMm: 0, heightMm: 0 }

const clearanceOf = (of: MeasuresOf) => (of === 'niche' ? clearance : none)

function eachSide(of: (side: Side) => number): Measures {
  return { widthMm: of('widthMm'), depthMm: of('depthMm'), heightMm: of('heightMm') }
}

/** The measures of the piece that is made. A side that the niche leaves no room for has the least possible measure. */
export function pieceMeasures(measures: Measures, of: MeasuresOf): Measures {
  return eachSide((side) => Math.max(possibleMm.min, measures[side] - clearanceOf(of)[side]))
}

/** The measures of the object in which a piece of these measures is made: the reverse of `pieceMeasures`. */
export function measuresAround(piece: Measures, of: MeasuresOf): Measures {
  return eachSide((side) => Math.min(possibleMm.max, piece[side] + clearanceOf(of)[side]))
}

/** Whether a side of the object leaves a piece that can be made. */
export function leavesPiece(mm: number, side: Side, of: MeasuresOf): boolean {
  return mm - clearanceOf(of)[side] >= possibleMm.min
}
