import type { Language } from '@shared/language'
import { parseAmount } from '@shared/forms/amount'
import { parseWhole } from '@shared/forms/whole'
import { formatAmount } from '@shared/money'
import { toQepik, type Qepik } from '@shared/price'
import type { PriceBook, Rates } from '@desk/api/price-books'
import { cellNames, kindOf, largestCost, largestShare, longestSheetMm, steps, type CellName, type CostCell } from './cells'

/** Value of a cell, in the unit of its kind; null where the book lacks it. */
export type CellValue = number | readonly [lengthMm: number, widthMm: number] | null
export type Cells = Record<CellName, CellValue>
/** Cells as people type them. */
export type TypedCells = Record<CellName, string>

/** Reason that a typed text is no value of its cell. */
export type Problem = 'required' | 'range' | 'form'
type Read = { value: CellValue } | { problem: Problem }

const isMoney = (name: CellName) => kindOf(name) === 'cost' || kindOf(name) === 'step'

function part(of: unknown, path: readonly string[]): unknown {
  const [first, ...rest] = path
  if (first === undefined) return of
  return typeof of === 'object' && of !== null ? part((of as Readonly<Record<string, unknown>>)[first], rest) : undefined
}

/** Value of a cell as the contract has it, in the unit of its kind. */
export function valueOf(name: CellName, sent: unknown): CellValue {
  if (kindOf(name) === 'sheet') {
    const [lengthMm, widthMm] = Array.isArray(sent) ? (sent as unknown[]) : []
    return typeof lengthMm === 'number' && typeof widthMm === 'number' && lengthMm > 0 ? [lengthMm, widthMm] : null
  }
  if (typeof sent !== 'number') return null
  return isMoney(name) ? toQepik(sent) : sent
}

/** The cells of a book. */
export const cellsOf = (book: PriceBook): Cells =>
  Object.fromEntries(cellNames.map((name) => [name, valueOf(name, part(book, name.split('.')))])) as Cells

/** A cell's value as the contract takes it. */
export const sentValue = (name: CellName, value: CellValue): unknown => (typeof value === 'number' && isMoney(name) ? value / 100 : value)

export const isEqual = (one: CellValue, other: CellValue): boolean => JSON.stringify(one) === JSON.stringify(other)

/** A cell's value as people type it; empty for none. */
export function formatCell(name: CellName, value: CellValue, language: Language): string {
  if (value === null) return ''
  if (typeof value !== 'number') return value.join(' × ')
  if (kindOf(name) === 'step') return String(value)
  return kindOf(name) === 'cost' ? formatAmount(value, language) : String(value)
}

/** Value of a typed text. */
export function readCell(name: CellName, text: string): Read {
  if (text.trim() === '') return { problem: 'required' }
  const kind = kindOf(name)
  if (kind === 'cost') {
    const cost = parseAmount(text)
    if (cost === null) return { problem: 'form' }
    return cost > largestCost ? { problem: 'range' } : { value: cost }
  }
  if (kind === 'step') {
    const step = steps.find((one) => String(one) === text)
    return step === undefined ? { problem: 'range' } : { value: step }
  }
  if (kind === 'share') {
    const share = parseWhole(text, 0, largestShare(name))
    return share === null ? { problem: 'range' } : { value: share }
  }
  const [, length, width] = /^(\d{1,5})\s*(?:[×xх*]|\s)\s*(\d{1,5})$/i.exec(text.trim()) ?? []
  if (length === undefined || width === undefined) return { problem: 'form' }
  const sheet = [Number(length), Number(width)] as const
  return sheet.every((side) => side > 0 && side <= longestSheetMm) ? { value: sheet } : { problem: 'range' }
}

export const typedCells = (cells: Cells, language: Language): TypedCells =>
  Object.fromEntries(cellNames.map((name) => [name, formatCell(name, cells[name], language)])) as TypedCells

/** Cells that differ between two books. */
export const changedCells = (before: Cells, after: Cells): CellName[] => cellNames.filter((name) => !isEqual(before[name], after[name]))

/** Price of a cell in the shop with everything in it, in qəpik; null where the book has no rates, or the cell no price. */
export function rateOf(rates: Rates | null, name: CostCell): Qepik | null {
  if (rates === null) return null
  const [group = '', key = '', kind = '', finish = ''] = name.split('.')
  const found = {
    boards: kind === 'edgePerM' ? edgeRate(rates, key) : rates.board[`${key}.${finish}`],
    fittings: rates.fittings[key],
    work: rates.work[key],
  }[group]
  return found === undefined ? null : Math.round(found / 1000)
}

/** Edging of a board costs the same in each finish. */
const edgeRate = ({ edge }: Rates, board: string): number | undefined =>
  Object.entries(edge).find(([key]) => key.startsWith(`${board}.`))?.[1]

/** Change of a cost that is asked about, in percent, and of a share, in points. */
const jumpPercent = 25

/** Change of a cell in percent, or of a share in points, where it is so large that it may be a typing error; null for any other. */
export function jumpOf(name: CellName, before: CellValue, after: CellValue): number | null {
  if (typeof before !== 'number' || typeof after !== 'number') return null
  const kind = kindOf(name)
  if (kind === 'step') return null
  if (kind === 'share') return Math.abs(after - before) > jumpPercent ? after - before : null
  if (before === 0) return null
  const percent = ((after - before) / before) * 100
  return Math.abs(percent) > jumpPercent ? Math.round(percent) : null
}
