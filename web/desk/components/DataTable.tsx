import { tableFeatures, useTable, type ColumnDef } from '@tanstack/react-table'
import type { ReactNode } from 'react'
import styles from './DataTable.module.css'

export const features = tableFeatures({})

export type Columns<Row extends object> = readonly ColumnDef<typeof features, Row>[]

interface DataTableProps<Row extends object> {
  caption: string
  columns: Columns<Row>
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** How a row is drawn: marked for a call on several, or the one that keys act on. */
  stateOf?: (row: Row) => 'marked' | 'current' | undefined
}

/** A table that becomes rows of lines on phones. A column's `meta.place` says where its cell stands there. */
export function DataTable<Row extends object>({ caption, columns, rows, rowId, stateOf }: DataTableProps<Row>) {
  const table = useTable({ features, columns: columns, data: rows, getRowId: rowId })
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id}>
            {group.headers.map((header) => (
              <th
                key={header.id}
                scope="col"
                data-place={placeOf(header.column.columnDef.meta)}
                aria-sort={sortOf(header.column.columnDef.meta)}
              >
                {drawn(header.column.columnDef.header, header.getContext())}
              </th>
            ))}
          </tr>
        ))}
      </thead>
      <tbody>
        {table.getRowModel().rows.map((row) => (
          <tr key={row.id} data-state={stateOf?.(row.original)}>
            {row.getAllCells().map((cell) => (
              <td key={cell.id} data-place={placeOf(cell.column.columnDef.meta)}>
                {drawn(cell.column.columnDef.cell, cell.getContext())}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A cell or a header. Called, not rendered as a component: new columns would else mount it anew, and it would lose the focus. */
function drawn(part: unknown, context: unknown): ReactNode {
  return typeof part === 'function' ? (part as (context: unknown) => ReactNode)(context) : (part as ReactNode)
}

/** Where a cell stands on phones: in the row's first line, its end, below, at the end below, or nowhere. */
export type Place = 'main' | 'end' | 'below' | 'endBelow' | 'wide' | 'action'

const placeOf = (meta: unknown): Place =>
  typeof meta === 'object' && meta !== null && 'place' in meta ? (meta.place as Place) : 'wide'

/** How the rows are sorted by a column: its `meta.sort`. */
const sortOf = (meta: unknown): 'ascending' | 'descending' | undefined =>
  typeof meta === 'object' && meta !== null && 'sort' in meta ? (meta.sort as 'ascending' | 'descending' | undefined) : undefined
