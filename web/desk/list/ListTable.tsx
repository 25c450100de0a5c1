import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { TextKey } from '@shared/text-key'
import type { Column } from './list'
import styles from './ListTable.module.css'
import { isWithShift, type Marks } from './use-marks'
import { useDrawing } from './use-list'

interface Marking extends Marks {
  /** Texts of the boxes. */
  all: TextKey
  one: (id: string) => string
}

interface ListTableProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** Adds a column of boxes. */
  marking?: Marking | undefined
  /** Id of the row that keys act on. */
  current?: string | null
  sort?: string
  onSort?: (name: string) => void
  /** The rows are those of the filters before. */
  isOld?: boolean
}

/** A table that becomes rows of lines on phones. A column's `place` says where its cell stands there. */
export function ListTable<Row>({ caption, columns, rows, rowId, marking, current, sort, onSort, isOld }: ListTableProps<Row>) {
  const { t } = useTranslation()
  const drawing = useDrawing()
  const ids = rows.map(rowId)
  return (
    <div className={styles.frame} aria-busy={isOld === true ? true : undefined}>
      <table className={styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {marking !== undefined && (
              <th scope="col" data-place="wide">
                <input
                  type="checkbox"
                  aria-label={t(marking.all)}
                  checked={ids.every((id) => marking.ids.has(id))}
                  onChange={() => marking.toggleAll(ids)}
                />
              </th>
            )}
            {columns.map((column) => {
              const isSorted = column.sort !== undefined && column.sort.name === sort
              return (
                <th
                  key={column.id}
                  scope="col"
                  data-place={column.place}
                  data-end={column.isEnd}
                  aria-sort={isSorted ? column.sort?.direction : undefined}
                >
                  <Header column={column} isSorted={isSorted} onSort={onSort} />
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => {
            const id = ids[at] ?? ''
            const isMarked = marking?.ids.has(id) === true
            return (
              <tr key={id} data-state={isMarked ? 'marked' : id === current ? 'current' : undefined}>
                {marking !== undefined && (
                  <td data-place="wide">
                    <input
                      type="checkbox"
                      aria-label={marking.one(id)}
                      checked={isMarked}
                      onChange={({ nativeEvent }) => marking.toggle(id, isWithShift(nativeEvent) ? ids : undefined)}
                    />
                  </td>
                )}
                {columns.map((column) => (
                  <td key={column.id} data-place={column.place} data-end={column.isEnd}>
                    {column.cell(row, drawing)}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

interface HeaderProps {
  column: Pick<Column<never>, 'header' | 'label' | 'sort'>
  isSorted: boolean
  onSort: ((name: string) => void) | undefined
}

function Header({ column: { header, label, sort }, isSorted, onSort }: HeaderProps) {
  const { t } = useTranslation()
  if (label !== undefined) return <span className="visually-hidden">{t(label)}</span>
  if (header === undefined) return null
  if (sort === undefined) return t(header)
  const Arrow = sort.direction === 'ascending' ? ArrowUp : ArrowDown
  return (
    <button type="button" className={styles.sortButton} onClick={() => onSort?.(sort.name)}>
      {t(header)}
      {isSorted && <Arrow size={14} strokeWidth={1.5} aria-hidden="true" />}
    </button>
  )
}
