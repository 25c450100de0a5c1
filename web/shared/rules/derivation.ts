import { boards, type BoardKey, type Finish } from './tables.ts'

/** The rows of a cut list in the order of work. */
const order = [
  ['side', 'bottom', 'top', 'divider', 'shelf-fixed', 'shelf', 'drawer-top', 'packer', 'back'],
  ['upper-side', 'upper-bottom', 'upper-top', 'upper-divider', 'upper-back'],
  ['plinth', 'plinth-side', 'filler-side', 'filler-top', 'door', 'upper-door', 'slide-door', 'drawer-front'],
  ['stile', 'frame-rail', 'lattice', 'lattice-back', 'inner-front', 'drawer-side', 'drawer-end', 'drawer-base'],
].flat()

/** A box in millimetres from the lower left rear corner: x to the right, y up, z to the room. */
export type Box = readonly [x: number, y: number, z: number, dx: number, dy: number, dz: number]
/** Columns and rows of cells. */
export type Cells = readonly [number, number]

/** Equal pieces, a row of the cut list. Length follows the grain. */
export interface Part {
  key: string
  lengthMm: number
  widthMm: number
  count: number
  board: BoardKey
  finish: Finish
  /** Edged sides: two along the length, two across it, `1` with edging. */
  edges: string
  cells: Cells | null
  boxes: { box: Box; place: string }[]
}

export const cutLength = ({ lengthMm, edges, board }: Part): number => lengthMm - boards[board].edgingMm * edgesAlong(edges).across
export const cutWidth = ({ widthMm, edges, board }: Part): number => widthMm - boards[board].edgingMm * edgesAlong(edges).along
/** Number of edged sides along the length and across it. */
export const edgesAlong = (edges: string) => ({
  along: Number(edges[0]) + Number(edges[1]),
  across: Number(edges[2]) + Number(edges[3]),
})

export interface Door {
  bay: number
  isUpper: boolean
  x: number
  y: number
  widthMm: number
  heightMm: number
  hinged: 'left' | 'right'
  style: 'plain' | 'lattice' | 'mirror'
  massG: number
  hinges: number
  /** Heights of the cups above the door's lower end. */
  cups: readonly number[]
}

/** Things that are drawn but not cut. */
export interface Mark {
  kind: 'leg' | 'handle' | 'rail'
  box: Box
}

export interface Piece {
  key: string
  length: number
  width: number
  board: BoardKey
  finish: Finish
  edges: string
  box: Box
  place: string
  cells?: Cells
}

/** Collects pieces, fittings, doors and marks while a design is derived. */
export class Derivation {
  readonly fittings: Record<string, number> = {}
  readonly doors: Door[] = []
  readonly marks: Mark[] = []
  private readonly rows = new Map<string, Part>()

  add({ key, length, width, board, finish, edges, box, place, cells }: Piece): void {
    const id = [key, length, width, board, finish, edges, cells].join('|')
    const row = this.rows.get(id) ?? {
      ...{ key, lengthMm: length, widthMm: width, count: 0, board, finish, edges },
      cells: cells ?? null,
      boxes: [],
    }
    row.count += 1
    row.boxes.push({ box, place })
    this.rows.set(id, row)
  }

  fit(key: string, count: number): void {
    if (count > 0) this.fittings[key] = (this.fittings[key] ?? 0) + count
  }

  parts(): Part[] {
    return [...this.rows.values()].sort(
      (left, right) =>
        order.indexOf(left.key) - order.indexOf(right.key) ||
        right.lengthMm - left.lengthMm ||
        right.widthMm - left.widthMm ||
        (left.finish < right.finish ? -1 : Number(left.finish > right.finish)),
    )
  }
}
