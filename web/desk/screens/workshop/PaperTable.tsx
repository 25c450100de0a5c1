import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TextKey } from '@shared/text-key'
import styles from './Workshop.module.css'

/** Head of a column: of words, of figures, which stand at the end, or of boxes to tick, which only screen readers hear. */
export interface Column {
  text: TextKey
  kind?: 'figure' | 'tick'
}

interface PaperTableProps {
  title: string
  columns: readonly Column[]
  /** The bodies of the table. */
  children: ReactNode
}

/** A table of a paper. */
export function PaperTable({ title, columns, children }: PaperTableProps) {
  const { t } = useTranslation()
  return (
    <table className={styles.table} aria-label={title}>
      <thead>
        <tr>
          {columns.map(({ text, kind }) => (
            <th key={text} scope="col" className={kind === 'figure' ? styles.figure : undefined}>
              {kind === 'tick' ? <span className="visually-hidden">{t(text)}</span> : t(text)}
            </th>
          ))}
        </tr>
      </thead>
      {children}
    </table>
  )
}

/** A box to tick, on the screen or by hand on the paper. */
export const Box = ({ label }: { label: string }) => <input type="checkbox" className={styles.box} aria-label={label} />
