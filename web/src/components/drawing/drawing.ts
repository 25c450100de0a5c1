import type { Dimensions } from '@/lib/dimensions'

export interface Point {
  x: number
  y: number
}

/** A box in drawing coordinates. */
export interface BoxDrawing {
  /** Lower left corner of the front. */
  origin: Point
  width: number
  height: number
  /** Offset from the front to the back, to the right and up. */
  recede: Point
}

export const drawingSize = 480
const margin = 96
/** Oblique projection: scale and angle of the depth. */
const depthScale = 0.45
const angle = Math.PI / 6
/** Minimum side in units; thinner panels would look like lines. */
const minSide = 10

function toNumber(text: string): number {
  return Number(text.replace(',', '.'))
}

/** Scales the box to fit the square with its dimensions. */
export function boxDrawing(dimensions: Dimensions): BoxDrawing {
  const [width, depth, height] = [dimensions.width, dimensions.depth, dimensions.height].map(toNumber) as [
    number,
    number,
    number,
  ]
  const back = { x: depth * depthScale * Math.cos(angle), y: depth * depthScale * Math.sin(angle) }
  const space = drawingSize - 2 * margin
  const scale = space / Math.max(width + back.x, height + back.y)
  const drawn = {
    width: Math.max(minSide, width * scale),
    height: Math.max(minSide, height * scale),
    recede: { x: Math.max(minSide, back.x * scale), y: Math.max(minSide / 2, back.y * scale) },
  }
  return {
    ...drawn,
    origin: {
      x: (drawingSize - drawn.width - drawn.recede.x) / 2 + 12,
      y: (drawingSize + drawn.height + drawn.recede.y) / 2 - 12,
    },
  }
}
