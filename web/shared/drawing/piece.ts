import type { Measures } from '../measures'

/** Known parts of a piece's front. It is stretched with the piece and never multiplied: the workshop decides on doors. */
export interface Front {
  /**
   * Hinged doors by default. A kitchen has base units with a worktop, and wall units if it is high; a table is a top on legs, and a
   * bench has a back.
   */
  kind?: 'doors' | 'sliding' | 'open' | 'kitchen' | 'table' | 'bench' | undefined
  /** Of a kitchen, its units side by side. */
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
  /** Path of what stands behind: the wall units of a kitchen and the floor that it takes, the far legs and the back of a bench. */
  behind: string
  /** Path of the right side and of the top; empty in a niche. */
  side: string
  top: string
  /** Path of doors, drawers and handles. */
  details: string
  /** Path of the standard piece; empty where it has the same size, and in a niche. */
  standard: string
  /** Paths of the niche's edges and of the space in it; empty without a niche. */
  niche: string
  gap: string
  /** Where the numbers of the gaps stand; none without a niche. */
  gaps: { name: 'left' | 'right' | 'top'; x: number; y: number }[]
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
/** Least gap in units: a few centimetres would not be seen beside some metres. */
const minGap = { withNumbers: 14, bare: 20 } as const
/** Distance in units from a piece and from a niche to the dimension line below it: the numbers of the gaps stand above the latter. */
const below = { piece: 24, niche: 42 } as const
/** Greatest height of a single row of drawers, and of each of several. */
const maxDrawerMm = 440
const maxRowMm = 250

/** Of a kitchen, in millimetres: plinth, worktop with its thickness, the lower edge of the wall units, and depths. */
const plinthMm = 100
const worktopMm = 900
const worktopThickMm = 40
const wallUnitMm = 1450
const baseDepthMm = 600
const wallDepthMm = 340
/** Thickness of a top, side of a leg, and height of a seat, in millimetres. */
const topMm = 30
const legMm = 60
const seatMm = 450
/** Boards of a bench's back. */
const backBoards = 3

/** A kitchen of at least this height has wall units; one of at least this depth has a second side or an island. */
const wallUnitsFromMm = 1500
const deepMm = 1000

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
  /** Drawn around the piece, with gaps that are wide enough to be seen; the dimension lines are its. */
  niche?: Measures | null | undefined
  /** Leaves out dimension lines and the space for them. */
  bare?: boolean | undefined
}

/** Draws a piece to scale. */
export function drawPiece(measures: Measures, { front, standard = null, niche = null, bare = false }: DrawingOptions = {}): PieceDrawing {
  const space = drawingSize - 2 * (bare ? bareMargin : marginWithNumbers)
  const own = boxOf(measures)
  const around = niche === null ? null : boxOf(niche)
  const other = around ?? (standard === null ? own : boxOf(standard))
  const scale = Math.min(scaleOf(own, space), scaleOf(other, space))
  const box = scaled(own, scale)
  const outer = around === null ? box : nicheAround(box, scaled(around, scale), bare ? minGap.bare : minGap.withNumbers)
  const shift = bare ? 0 : 12
  const outerLeft = (drawingSize - outer.width - outer.right) / 2 + shift
  const left = outerLeft + (outer.width - box.width) / 2
  const bottom = (drawingSize + outer.height + outer.up) / 2 - shift
  const isOther = niche === null && (other.width !== own.width || other.height !== own.height || other.right !== own.right)
  const common = {
    standard: isOther ? outline(left, bottom, scaled(other, scale)) : '',
    ...dimensions(outerLeft, bottom, outer, niche === null ? below.piece : below.niche),
    ...(niche === null ? noNiche : nicheParts(outerLeft, bottom, outer, box, front?.kind === 'kitchen')),
  }
  if (front?.kind === 'kitchen') return { ...kitchen(left, bottom, box, measures, front), ...common }
  const shape =
    front?.kind === 'table' || front?.kind === 'bench'
      ? onLegs(left, bottom, box, measures, front)
      : cabinet(left, bottom, box, measures, front, scale)
  const piece = { ...shape, ...common }
  // The walls of a niche hide the side and the top of its piece, which would cover the gaps.
  return niche === null ? piece : { ...piece, side: '', top: '' }
}

/** A piece with doors or without: its front over legs, its side and its top. */
function cabinet(left: number, bottom: number, box: Box, { heightMm }: Measures, front: Front | null | undefined, scale: number) {
  const legHeight = front?.legs === true ? Math.min(maxLegMm * scale, box.height * 0.06) : 0
  const top = bottom - box.height
  const face = { x: left, y: top, width: box.width, height: box.height - legHeight }
  const leg = (at: number) => rounded({ x: left + box.width * at, y: bottom - legHeight, width: box.width * 0.025, height: legHeight })
  return {
    behind: '',
    face: rounded(face),
    legs: legHeight === 0 ? [] : [0.04, 0.94].map(leg),
    side: side(face, box),
    top: lid(left, top, box),
    details: drawFront(front, heightMm, face),
  }
}

const noNiche = { niche: '', gap: '', gaps: [] }

/** The box of a niche around that of its piece, with gaps of at least some units. */
function nicheAround(piece: Box, niche: Box, gap: number): Box {
  return {
    width: Math.max(niche.width, piece.width + 2 * gap),
    height: Math.max(niche.height, piece.height + gap),
    right: niche.right,
    up: niche.up,
  }
}

/** The edges of a niche and the space in it: at its front, and for a kitchen, which stands at the wall, at its back. */
function nicheParts(left: number, bottom: number, niche: Box, piece: Box, isAtBack: boolean) {
  const top = bottom - niche.height
  const gap = { side: (niche.width - piece.width) / 2, top: niche.height - piece.height }
  const [x, y] = isAtBack ? [left + niche.right, bottom - niche.up] : [left, bottom]
  const behind = `M${round(left)} ${round(bottom)}l${round(niche.right)} ${round(-niche.up)}v${round(-niche.height)}`
  return {
    niche:
      outline(left, bottom, niche) + side({ x: left, y: top, width: niche.width, height: niche.height }, niche) + (isAtBack ? behind : ''),
    gap: `M${round(x)} ${round(y)}v${round(-niche.height)}h${round(niche.width)}v${round(niche.height)}Z`,
    gaps: [
      { name: 'left' as const, x: round(left + gap.side / 2), y: round(bottom + 28) },
      { name: 'right' as const, x: round(left + niche.width - gap.side / 2), y: round(bottom + 28) },
      { name: 'top' as const, x: round(left - 12), y: round(top + gap.top / 2 - 6) },
    ],
  }
}

/** Returns the path of doors, drawers and handles of a front that takes the rectangle; of a kitchen, all of its elevation. */
export function drawFront(front: Front | null | undefined, heightMm: number, face: Rectangle): string {
  if (front?.kind === 'kitchen') return kitchenFront(front, heightMm, face)
  if (front?.kind === 'table' || front?.kind === 'bench') return onLegsFront(front, heightMm, face)
  const drawerHeight = drawerPart(front, heightMm) * face.height
  const above = face.height - drawerHeight
  if (front?.kind === 'open') return openFrame(face) + drawers(face, drawerHeight, front)
  const panels = front?.kind === 'sliding' ? slidingDoors : doors
  return panels(face, above, front?.doors ?? 0) + drawers(face, drawerHeight, front)
}

function rounded({ x, y, width, height }: Rectangle): Rectangle {
  return { x: round(x), y: round(y), width: round(width), height: round(height) }
}

/** The right side of a box, of which the rectangle is the front. */
function side({ x, y, width, height }: Rectangle, { right, up }: Box): string {
  return `M${round(x + width)} ${round(y + height)}l${round(right)} ${round(-up)}V${round(y - up)}l${round(-right)} ${round(up)}Z`
}

const lid = (left: number, top: number, { width, right, up }: Box) =>
  `M${round(left)} ${round(top)}l${round(right)} ${round(-up)}h${round(width)}l${round(-right)} ${round(up)}Z`

/** Front and top of a box: what shows how much it differs. */
function outline(left: number, bottom: number, box: Box): string {
  const top = bottom - box.height
  return `M${round(left)} ${round(top)}h${round(box.width)}v${round(box.height)}h${round(-box.width)}Z${lid(left, top, box)}`
}

/** The frame of a piece without doors. */
function openFrame({ x, y, width, height }: Rectangle): string {
  const board = Math.min(5, width * 0.06)
  return `M${round(x + board)} ${round(y + board)}h${round(width - 2 * board)}v${round(height - 2 * board)}h${round(2 * board - width)}Z`
}

/** Doors between their tracks, each behind the next one's edge, with grips in place of handles. */
function slidingDoors(face: Rectangle, height: number, count: number): string {
  const track = Math.min(6, height * 0.03)
  const width = face.width / Math.max(1, count)
  const overlap = Math.min(5, width * 0.06)
  const line = (x: number) => `M${round(x)} ${round(face.y + track)}v${round(height - 2 * track)}`
  let path = [track, height - track].map((y) => `M${round(face.x)} ${round(face.y + y)}h${round(face.width)}`).join('')
  for (let door = 0; door < count; door += 1) {
    const x = face.x + width * door
    if (door > 0) path += line(x) + line(x + overlap)
    const grip = door === count - 1 ? x + width - overlap * 2 : x + overlap * (door === 0 ? 1.5 : 2.5)
    path += `M${round(grip)} ${round(face.y + height * 0.42)}v${round(height * 0.16)}h${round(overlap / 2)}v${round(-height * 0.16)}Z`
  }
  return path
}

const hasWallUnits = (heightMm: number) => heightMm >= wallUnitsFromMm

/** The height of the worktop in a kitchen of this height. */
const worktopOf = (heightMm: number) => (hasWallUnits(heightMm) ? worktopMm : heightMm)

/** The elevation of a kitchen: base units on a plinth, the worktop, and the wall units. */
function kitchenFront(front: Front, heightMm: number, face: Rectangle): string {
  const scale = face.height / heightMm
  const bottom = face.y + face.height
  const at = (mm: number) => bottom - mm * scale
  const worktop = worktopOf(heightMm)
  const across = (mm: number) => `M${round(face.x)} ${round(at(mm))}h${round(face.width)}`
  const base = { ...face, y: at(worktop - worktopThickMm), height: (worktop - worktopThickMm - plinthMm) * scale }
  const box = (low: number, high: number) =>
    `M${round(face.x)} ${round(at(high))}h${round(face.width)}v${round((high - low) * scale)}h${round(-face.width)}Z`
  let path = box(0, worktop) + [plinthMm, worktop - worktopThickMm].map(across).join('') + units(front, base, true)
  if (hasWallUnits(heightMm)) {
    const wall = { ...face, height: (heightMm - wallUnitMm) * scale }
    path += box(wallUnitMm, heightMm) + units(front, wall, false)
  }
  return path
}

/** The doors of a kitchen's units; those of the base have handles. */
function units(front: Front, face: Rectangle, hasHandles: boolean): string {
  const count = Math.max(1, front.doors ?? 1)
  const width = face.width / count
  let path = ''
  for (let unit = 0; unit < count; unit += 1) {
    const x = face.x + width * unit
    if (unit > 0) path += `M${round(x)} ${round(face.y)}v${round(face.height)}`
    if (hasHandles) path += `M${round(x + width * 0.34)} ${round(face.y + face.height * 0.12)}h${round(width * 0.32)}`
  }
  return path
}

/** A kitchen: the run at the wall, whose base units and worktop stand before its wall units, over the floor that the depth takes. */
function kitchen(left: number, bottom: number, box: Box, { depthMm, heightMm }: Measures, front: Front) {
  const up = (mm: number) => (box.height * mm) / heightMm
  /** A body from a depth to the wall: its front with the side and the top. */
  const body = (depth: number, low: number, high: number) => {
    const share = Math.min(1, depth / depthMm)
    const shift = { right: box.right * (1 - share), up: box.up * (1 - share) }
    const part = { width: box.width, height: up(high - low), right: box.right * share, up: box.up * share }
    const face = { x: left + shift.right, y: bottom - shift.up - up(high), width: part.width, height: part.height }
    return { face, side: side(face, part), top: lid(face.x, face.y, part) }
  }
  const worktop = worktopOf(heightMm)
  const base = body(depthMm >= deepMm ? baseDepthMm : depthMm, 0, worktop)
  const floor = depthMm >= deepMm ? lid(left, bottom, box) : ''
  const across = (mm: number) => `M${round(base.face.x)} ${round(base.face.y + up(worktop - mm))}h${round(base.face.width)}`
  const details = across(worktop - worktopThickMm) + across(plinthMm)
  const doorsOf = { ...base.face, y: base.face.y + up(worktopThickMm), height: up(worktop - worktopThickMm - plinthMm) }
  const shown = { legs: [], face: rounded(base.face), side: base.side, top: base.top, details: details + units(front, doorsOf, true) }
  if (!hasWallUnits(heightMm)) return { ...shown, behind: floor }
  const wall = body(wallDepthMm, wallUnitMm, heightMm)
  const { x, y, width, height } = wall.face
  const wallFace = `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}Z`
  return { ...shown, behind: floor + wall.side + wall.top + wallFace + units(front, wall.face, false) }
}

const rectanglePath = ({ x, y, width, height }: Rectangle) => `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}Z`

/** The height of the top or of the seat. */
const topOf = (front: Front, heightMm: number) => (front.kind === 'bench' ? Math.min(seatMm, heightMm * 0.6) : heightMm)

/** The top and the legs of a table, or the seat, the legs and the back's boards of a bench, in a rectangle that the piece takes. */
function partsOnLegs(front: Front, heightMm: number, face: Rectangle) {
  const scale = face.height / heightMm
  const bottom = face.y + face.height
  const high = topOf(front, heightMm) * scale
  const thick = Math.max(4, topMm * scale)
  const leg = Math.max(5, Math.min(legMm * scale, face.width * 0.12))
  const top = { x: face.x, y: bottom - high, width: face.width, height: thick }
  const legs = [0.04, 0.96].map((at) => ({
    x: face.x + (face.width - leg) * at,
    y: bottom - high + thick,
    width: leg,
    height: high - thick,
  }))
  const step = (face.height - high) / backBoards
  const boards = Array.from({ length: front.kind === 'bench' ? backBoards : 0 }, (_, board) => ({
    x: face.x + leg / 2,
    y: face.y + step * board,
    width: face.width - leg,
    height: step * 0.7,
  }))
  return { top, legs, boards }
}

/** The elevation of a table or a bench. */
function onLegsFront(front: Front, heightMm: number, face: Rectangle): string {
  const { top, legs, boards } = partsOnLegs(front, heightMm, face)
  return [top, ...legs, ...boards].map(rectanglePath).join('')
}

/** A table or a bench: the far legs and the back stand behind the top. */
function onLegs(left: number, bottom: number, box: Box, { heightMm }: Measures, front: Front) {
  const { top, legs, boards } = partsOnLegs(front, heightMm, { x: left, y: bottom - box.height, width: box.width, height: box.height })
  const behind = [...legs, ...boards].map((part) => rectanglePath({ ...part, x: part.x + box.right, y: part.y - box.up }))
  return {
    behind: behind.join(''),
    legs: legs.map(rounded),
    face: rounded(top),
    side: side(top, box),
    top: lid(top.x, top.y, box),
    details: '',
  }
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

/** The dimension lines of a box, of which that of the width is some units below it, and where their numbers stand. */
function dimensions(left: number, bottom: number, { width, height, right, up }: Box, under: number) {
  const end = left + width
  const upright = `M${round(left - 24)} ${round(bottom - height)}v${round(height)}m-6 0h12m-12 ${round(-height)}h12`
  const across = `M${round(left)} ${round(bottom + under)}h${round(width)}m0 -6v12m${round(-width)} -12v12`
  const back = `M${round(end + 14)} ${round(bottom + 14)}l${round(right)} ${round(-up)}`
  return {
    dimensions: `${upright}${across}${back}M${round(end + 10)} ${round(bottom + 8)}l8 12m${round(right - 8)} ${round(-up - 12)}l8 12`,
    numbers: {
      heightMm: { x: round(left - 36), y: round(bottom - height / 2 + 5) },
      widthMm: { x: round(left + width / 2), y: round(bottom + under + 28) },
      depthMm: { x: round(end + right / 2 + 22), y: round(bottom - up / 2 + 34) },
    },
  }
}
