import type { ReactNode } from 'react'
import styles from './SectionTitle.module.css'

/** The heading of a section, and at its right what leads on or steers it. */
export function SectionTitle({ title, id, children }: { title: string; id?: string; children?: ReactNode }) {
  return (
    <div className={styles.row}>
      <h2 id={id}>{title}</h2>
      {children}
    </div>
  )
}
