import type { BoardKey, Finish } from '@shared/rules/tables'

// The cells of a price book: the numbers that the shop changes one by one. A cell is named by its path in the book.

/** Boards that have a price of their own, in the order of the screen; lattice is priced by its cells. */
export const pricedBoards = ['wood19', 'lam18', 'paint19', 'solid19', 'box16', 'back6'] as const satisfies readonly BoardKey[]
export type PricedBoard = (typeof pricedBoards)[number]

const woods = ['oak', 'ash', 'walnut', 'smoked-oak'] as const satisfies readonly Finish[]
const laminates = ['white', 'sand', 'graphite'] as const satisfies readonly Finish[]

const finishesOf: Readonly<Record<PricedBoard, readonly Finish[]>> = {
  wood19: woods,
  lam18: laminates,
  paint19: [...laminates, 'sage', 'forest', 'terracotta', 'black'],
  solid19: woods,
  box16: ['white'],
  back6: [...laminates, ...woods],
}

/** Boards whose edges are covered by edging of their own. */
const edgedBoards: readonly PricedBoard[] = ['wood19', 'lam18', 'paint19', 'box16']
const hasEdging = (board: PricedBoard): boolean => edgedBoards.includes(board)

export const fittings = [
  'hinge-full',
  'hinge-half',
  'handle-bar',
  'handle-knob',
  'groove',
  'push',
  'runner-250',
  'runner-300',
  'runner-350',
  'runner-400',
  'runner-450',
  'runner-500',
  'runner-550',
  'slide-set',
  'track',
  'straightener',
  'mirror',
  'rail',
  'rail-end',
  'rail-middle',
  'pin',
  'cam',
  'confirmat',
  'bolt',
  'bracket',
  'hanger',
  'foot',
  'leg',
  'plinth-clip',
  'cell',
] as const
export type Fitting = (typeof fittings)[number]

export const works = ['part', 'm2', 'door', 'drawer', 'slide', 'site', 'order'] as const
export type Work = (typeof works)[number]

export const markups = ['boards', 'fittings', 'work'] as const
export type Markup = (typeof markups)[number]

export type ShareCell = 'vatPercent' | 'bandPercent' | 'edgeWastePercent' | `markupPercent.${Markup}` | `boards.${PricedBoard}.wastePercent`
export type SheetCell = `boards.${PricedBoard}.sheetMm`
export type CostCell = `boards.${PricedBoard}.perM2.${Finish}` | `boards.${PricedBoard}.edgePerM` | `fittings.${Fitting}` | `work.${Work}`
export type CellName = ShareCell | SheetCell | CostCell | 'roundTo'

/** Kind of a cell's value: a cost and the rounding step in qəpik, a share in whole percent, length and width in millimetres. */
type CellKind = 'cost' | 'step' | 'share' | 'sheet'

const cellsOfBoard = (board: PricedBoard): CellName[] => [
  ...finishesOf[board].map((finish) => `boards.${board}.perM2.${finish}` as const),
  ...(hasEdging(board) ? [`boards.${board}.edgePerM` as const] : []),
  `boards.${board}.wastePercent`,
  `boards.${board}.sheetMm`,
]

/** The cells that hold for all prices. */
export const generalCells = [
  'markupPercent.boards',
  'markupPercent.fittings',
  'markupPercent.work',
  'vatPercent',
  'bandPercent',
  'edgeWastePercent',
  'roundTo',
] as const satisfies readonly CellName[]

/** A part of the screen, with its costs from the first row to the last. */
export type Group =
  | { kind: 'board'; board: PricedBoard; costs: readonly CostCell[] }
  | { kind: 'fittings'; costs: readonly CostCell[] }
  | { kind: 'work'; costs: readonly CostCell[] }

const isCost = (name: CellName): name is CostCell => kindOf(name) === 'cost'

export const groups: readonly Group[] = [
  ...pricedBoards.map((board) => ({ kind: 'board' as const, board, costs: cellsOfBoard(board).filter(isCost) })),
  { kind: 'fittings', costs: fittings.map((fitting) => `fittings.${fitting}` as const) },
  { kind: 'work', costs: works.map((work) => `work.${work}` as const) },
]

/** All cells in the order of the screen. */
export const cellNames: readonly CellName[] = [
  ...generalCells,
  ...pricedBoards.flatMap(cellsOfBoard),
  ...groups.flatMap((group) => (group.kind === 'board' ? [] : group.costs)),
]

const known: ReadonlySet<string> = new Set(cellNames)
export const isCellName = (name: string): name is CellName => known.has(name)

export function kindOf(name: CellName): CellKind {
  if (name === 'roundTo') return 'step'
  if (name.endsWith('.sheetMm')) return 'sheet'
  return name.endsWith('Percent') || name.startsWith('markupPercent.') ? 'share' : 'cost'
}

/** The largest share of a cell, in percent. */
export function largestShare(name: CellName): number {
  if (name === 'vatPercent') return 30
  return name === 'bandPercent' ? 50 : 300
}

/** Largest cost, in qəpik. */
export const largestCost = 100_000

/** Steps to which prices are rounded, in qəpik. */
export const steps = [1, 100, 500, 1_000] as const

/** Longest side of a sheet, in millimetres. */
export const longestSheetMm = 10_000
