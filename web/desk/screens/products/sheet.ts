import type { Language } from '@shared/language'
import { formatAmount } from '@shared/money'
import { toQepik } from '@shared/price'
import { parseAmount } from '@shared/forms/amount'
import { parseWhole } from '@shared/forms/whole'
import type { ProductRow, SheetRow } from '@desk/api/records'

/** The columns that are typed in, in their order. */
export const sheetColumns = ['price', 'discount', 'reorderAt'] as const
export type SheetColumn = (typeof sheetColumns)[number]

/** A row as it is typed. */
export interface TypedRow extends Record<SheetColumn, string> {
  isActive: boolean
}

const maxPieces = 1_000_000

export const typedRow = ({ price, discount, reorderAt, isActive }: ProductRow, language: Language): TypedRow => ({
  price: formatAmount(toQepik(price), language),
  discount: String(discount),
  reorderAt: reorderAt === null ? '' : String(reorderAt),
  isActive,
})

/** Value of a cell; undefined for an invalid one. */
function readCell(column: SheetColumn, text: string): number | null | undefined {
  if (column === 'price') {
    const amount = parseAmount(text)
    return amount === null ? undefined : amount / 100
  }
  if (column === 'reorderAt' && text.trim() === '') return null
  return parseWhole(column === 'discount' && text.trim() === '' ? '0' : text, 0, column === 'discount' ? 99 : maxPieces) ?? undefined
}

export const isReadable = (column: SheetColumn, text: string): boolean => readCell(column, text) !== undefined

/** The changes of a row; null where nothing differs, undefined where a cell cannot be read. */
export function changesOfRow(row: ProductRow, typed: TypedRow): SheetRow | null | undefined {
  const changes: Partial<Record<SheetColumn, number | null>> & { isActive?: boolean } = {}
  for (const column of sheetColumns) {
    const value = readCell(column, typed[column])
    if (value === undefined) return undefined
    if (value !== row[column]) changes[column] = value
  }
  if (typed.isActive !== row.isActive) changes.isActive = typed.isActive
  return Object.keys(changes).length === 0 ? null : ({ code: row.code, version: row.version, ...changes } as SheetRow)
}
