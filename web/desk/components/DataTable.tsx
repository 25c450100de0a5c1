import { tableFeatures, useTable, type ColumnDef } from '@tanstack/react-table'
import styles from './DataTable.module.css'

export const features = tableFeatures({})

export type Columns<Row extends object> = readonly ColumnDef<typeof features, Row>[]

interface DataTableProps<Row extends object> {
  caption: string
  columns: Columns<Row>
  rows: readonly Row[]
  rowId: (row: Row) => string
}

/** A table that becomes rows of lines on phones. A column's `meta.place` says where its cell stands there. */
export function DataTable<Row extends object>({ caption, columns, rows, rowId }: DataTableProps<Row>) {
  const table = useTable({ features, columns: columns, data: rows, getRowId: rowId })
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id}>
            {group.headers.map((header) => (
              <th key={header.id} scope="col" data-place={placeOf(header.column.columnDef.meta)}>
                <table.FlexRender header={header} />
              </th>
            ))}
          </tr>
        ))}
      </thead>
      <tbody>
        {table.getRowModel().rows.map((row) => (
          <tr key={row.id}>
            {row.getAllCells().map((cell) => (
              <td key={cell.id} data-place={placeOf(cell.column.columnDef.meta)}>
                <table.FlexRender cell={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Where a cell stands on phones: in the row's first line, its end, below, or nowhere. */
export type Place = 'main' | 'end' | 'below' | 'wide' | 'action'

const placeOf = (meta: unknown): Place =>
  typeof meta === 'object' && meta !== null && 'place' in meta ? (meta.place as Place) : 'wide'
