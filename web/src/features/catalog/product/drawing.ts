import type { Dimensions } from '@/lib/dimensions'

export interface Point {
  x: number
  y: number
}

/** The box in the drawing's coordinates. */
export interface BoxDrawing {
  /** Front, lower left corner. */
  origin: Point
  width: number
  height: number
  /** From the front to the back corner, going right and up. */
  recede: Point
}

export const drawingSize = 480
const margin = 96
/** How much of the depth is seen, and at which angle it goes back. */
const depthScale = 0.45
const angle = Math.PI / 6
/** Below this many units a side would be a line: thin panels are drawn a little thicker than they are. */
const least = 10

function toNumber(text: string): number {
  return Number(text.replace(',', '.'))
}

/** Scales width, depth and height so that the whole box and its measures fit the square. */
export function boxDrawing(dimensions: Dimensions): BoxDrawing {
  const [width, depth, height] = [dimensions.width, dimensions.depth, dimensions.height].map(toNumber) as [
    number,
    number,
    number,
  ]
  const back = { x: depth * depthScale * Math.cos(angle), y: depth * depthScale * Math.sin(angle) }
  const room = drawingSize - 2 * margin
  const scale = room / Math.max(width + back.x, height + back.y)
  const drawn = {
    width: Math.max(least, width * scale),
    height: Math.max(least, height * scale),
    recede: { x: Math.max(least, back.x * scale), y: Math.max(least / 2, back.y * scale) },
  }
  return {
    ...drawn,
    origin: {
      x: (drawingSize - drawn.width - drawn.recede.x) / 2 + 12,
      y: (drawingSize + drawn.height + drawn.recede.y) / 2 - 12,
    },
  }
}
