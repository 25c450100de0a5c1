import type { ReactNode } from 'react'
import styles from './SectionTitle.module.css'

/** A section's heading with optional controls at its right. */
export function SectionTitle({ title, id, children }: { title: string; id?: string; children?: ReactNode }) {
  return (
    <div className={styles.row}>
      <h2 id={id}>{title}</h2>
      {children}
    </div>
  )
}
