import type { ReactNode } from 'react'
import styles from './Panes.module.css'
import { Mark } from '@shared/components/Mark'

/** Placeholder for an empty result, with a next step. */
export function EmptyState({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <Mark size={40} className={styles.mark} />
      <p className={styles.text}>{text}</p>
      {children}
    </div>
  )
}
