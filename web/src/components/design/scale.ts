import type { Built } from '@shared/rules/evaluate'

/** Pixels around a drawing for its measures. */
export interface Margins {
  left: number
  right: number
  top: number
  bottom: number
}

/** Places of the furniture's millimetres in the drawing's pixels. */
export interface Scale {
  /** Pixels of one millimetre. */
  factor: number
  x: (mm: number) => number
  y: (mm: number) => number
  /** A length in pixels. */
  length: (mm: number) => number
  /** Width of the walls beside a niche and of the ceiling above it, in millimetres. */
  room: number
  /** Height that is drawn, in millimetres. */
  height: number
}

const tenth = (pixels: number): number => Math.round(pixels * 10) / 10
const ceilingMm = 90

export interface Frame {
  width: number
  height: number
  margins: Margins
  /** Draws the walls of a niche and the floor. */
  hasRoom: boolean
}

export function scaleOf({ design, layout }: Built, { width, height, margins, hasRoom }: Frame): Scale {
  const isNiche = design.niche && hasRoom
  const room = isNiche ? Math.min(160, design.widthMm * 0.07) : 0
  const drawnWidth = design.widthMm + 2 * room
  const drawnHeight = (design.niche ? design.heightMm : layout.height) + (isNiche ? ceilingMm : 0)
  const freeWidth = Math.max(1, width - margins.left - margins.right)
  const freeHeight = Math.max(1, height - margins.top - margins.bottom)
  const factor = Math.min(freeWidth / drawnWidth, freeHeight / drawnHeight)
  const left = margins.left + (freeWidth - drawnWidth * factor) / 2 + room * factor
  const floor = height - margins.bottom - (freeHeight - drawnHeight * factor) / 2
  return {
    factor,
    x: (mm) => tenth(left + mm * factor),
    y: (mm) => tenth(floor - mm * factor),
    length: (mm) => tenth(mm * factor),
    room,
    height: drawnHeight,
  }
}
