import type { Measures } from '../measures'

/** Known parts of a piece's front. It is stretched with the piece and never multiplied: the workshop decides on doors. */
export interface Front {
  doors?: number | null
  drawers?: number | null
  /** Rows of the drawers: 1 = side by side, as many as drawers = one above another. */
  drawerRows?: number | null
  legs?: boolean | null
}

interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}

/** A piece in oblique projection, as SVG geometry in a square of `drawingSize` units. */
interface PieceDrawing {
  face: Rectangle
  legs: Rectangle[]
  /** Path of the right side and of the top. */
  side: string
  top: string
  /** Path of doors, drawers and handles. */
  details: string
  /** Path of the standard piece; empty where it has the same size. */
  standard: string
  /** Path of the dimension lines, and where their numbers stand. */
  dimensions: string
  numbers: Record<keyof Measures, { x: number; y: number }>
}

export const drawingSize = 480
const marginWithNumbers = 96
const bareMargin = 40
/** Oblique projection: scale and angle of the depth. */
const depthScale = 0.45
const angle = Math.PI / 6
/** Least side in units; thinner panels would look like lines. */
const minSide = 10
const maxLegMm = 90
/** Greatest height of a single row of drawers, and of each of several. */
const maxDrawerMm = 440
const maxRowMm = 250

const round = (value: number) => Math.round(value * 10) / 10

interface Box {
  width: number
  height: number
  /** From the front to the back: to the right, and up. */
  right: number
  up: number
}

function boxOf({ widthMm, depthMm, heightMm }: Measures): Box {
  const depth = depthMm * depthScale
  return { width: widthMm, height: heightMm, right: depth * Math.cos(angle), up: depth * Math.sin(angle) }
}

function scaled(box: Box, scale: number): Box {
  return {
    width: Math.max(minSide, box.width * scale),
    height: Math.max(minSide, box.height * scale),
    right: Math.max(minSide, box.right * scale),
    up: Math.max(minSide / 2, box.up * scale),
  }
}

const scaleOf = (box: Box, space: number) => space / Math.max(box.width + box.right, box.height + box.up)

interface DrawingOptions {
  front?: Front | null | undefined
  /** Drawn broken over the piece where it differs; both fit the square. */
  standard?: Measures | null | undefined
  /** Leaves out dimension lines and the space for them. */
  bare?: boolean | undefined
}

/** Draws a piece to scale. */
export function drawPiece(measures: Measures, { front, standard = null, bare = false }: DrawingOptions = {}): PieceDrawing {
  const space = drawingSize - 2 * (bare ? bareMargin : marginWithNumbers)
  const own = boxOf(measures)
  const other = standard === null ? own : boxOf(standard)
  const scale = Math.min(scaleOf(own, space), scaleOf(other, space))
  const box = scaled(own, scale)
  const shift = bare ? 0 : 12
  const left = (drawingSize - box.width - box.right) / 2 + shift
  const bottom = (drawingSize + box.height + box.up) / 2 - shift
  const top = bottom - box.height
  const legHeight = front?.legs === true ? Math.min(maxLegMm * scale, box.height * 0.06) : 0
  const face = { x: left, y: top, width: box.width, height: box.height - legHeight }
  const drawerHeight = drawerPart(front, measures.heightMm) * face.height
  const isOther = standard !== null && (other.width !== own.width || other.height !== own.height || other.right !== own.right)
  return {
    face: rounded(face),
    legs:
      legHeight === 0
        ? []
        : [0.04, 0.94].map((at) =>
            rounded({
              x: left + box.width * at,
              y: bottom - legHeight,
              width: box.width * 0.025,
              height: legHeight,
            }),
          ),
    side: `M${round(left + box.width)} ${round(bottom - legHeight)}l${round(box.right)} ${round(-box.up)}V${round(top - box.up)}l${round(-box.right)} ${round(box.up)}Z`,
    top: lid(left, top, box),
    details: doors(face, face.height - drawerHeight, front?.doors ?? 0) + drawers(face, drawerHeight, front),
    standard: isOther ? outline(left, bottom, scaled(other, scale)) : '',
    dimensions: dimensionLines(left, bottom, box),
    numbers: {
      heightMm: { x: round(left - 36), y: round(bottom - box.height / 2 + 5) },
      widthMm: { x: round(left + box.width / 2), y: round(bottom + 52) },
      depthMm: { x: round(left + box.width + box.right / 2 + 22), y: round(bottom - box.up / 2 + 34) },
    },
  }
}

function rounded({ x, y, width, height }: Rectangle): Rectangle {
  return { x: round(x), y: round(y), width: round(width), height: round(height) }
}

const lid = (left: number, top: number, { width, right, up }: Box) =>
  `M${round(left)} ${round(top)}l${round(right)} ${round(-up)}h${round(width)}l${round(-right)} ${round(up)}Z`

/** Front and top of a box: what shows how much it differs. */
function outline(left: number, bottom: number, box: Box): string {
  const top = bottom - box.height
  return `M${round(left)} ${round(top)}h${round(box.width)}v${round(box.height)}h${round(-box.width)}Z${lid(left, top, box)}`
}

/** Doors with their handles, which meet in pairs. */
function doors(face: Rectangle, height: number, count: number): string {
  let path = ''
  const width = face.width / Math.max(1, count)
  for (let door = 0; door < count; door += 1) {
    const x = face.x + width * door
    if (door > 0) path += `M${round(x)} ${round(face.y)}v${round(height)}`
    const opensLeft = count === 1 || (door % 2 === 0 && door !== count - 1)
    const handle = opensLeft ? x + width - 5 : x + 5
    path += `M${round(handle)} ${round(face.y + height * 0.5)}v${round(height * 0.2)}`
  }
  return path
}

/** The part of the front's height that the drawers take: all of it without doors. */
function drawerPart(front: Front | null | undefined, heightMm: number): number {
  const { doors = 0, drawers = 0, drawerRows = 1 } = front ?? {}
  if (!drawers) return 0
  if (!doors) return 1
  const rows = Math.max(1, drawerRows ?? 1)
  return rows === 1 ? Math.min(maxDrawerMm / heightMm, 0.24) : Math.min((maxRowMm * rows) / heightMm, 0.7)
}

/** Rows of drawers below the doors. */
function drawers(face: Rectangle, height: number, front: Front | null | undefined): string {
  if (height === 0) return ''
  const count = front?.drawers ?? 0
  const rows = Math.min(count, Math.max(1, front?.drawerRows ?? 1))
  const rowHeight = height / rows
  let path = ''
  for (let row = 0; row < rows; row += 1) {
    const top = face.y + face.height - height + rowHeight * row
    const inRow = Math.floor(count / rows) + (row < count % rows ? 1 : 0)
    const width = face.width / inRow
    path += `M${round(face.x)} ${round(top)}h${round(face.width)}`
    for (let drawer = 0; drawer < inRow; drawer += 1) {
      const x = face.x + width * drawer
      if (drawer > 0) path += `M${round(x)} ${round(top)}v${round(rowHeight)}`
      path += `M${round(x + width * 0.34)} ${round(top + rowHeight * 0.4)}h${round(width * 0.32)}`
    }
  }
  return path
}

function dimensionLines(left: number, bottom: number, { width, height, right, up }: Box): string {
  const end = left + width
  const upright = `M${round(left - 24)} ${round(bottom - height)}v${round(height)}m-6 0h12m-12 ${round(-height)}h12`
  const across = `M${round(left)} ${round(bottom + 24)}h${round(width)}m0 -6v12m${round(-width)} -12v12`
  const back = `M${round(end + 14)} ${round(bottom + 14)}l${round(right)} ${round(-up)}`
  return `${upright}${across}${back}M${round(end + 10)} ${round(bottom + 8)}l8 12m${round(right - 8)} ${round(-up - 12)}l8 12`
}
