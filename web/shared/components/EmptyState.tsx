import type { ReactNode, Ref } from 'react'
import { Mark } from './Mark'
import styles from './Panes.module.css'

interface EmptyStateProps {
  title: string
  text?: string
  children?: ReactNode
  /** For the focus, when the last entry of a list was removed. */
  ref?: Ref<HTMLDivElement>
}

/** Placeholder for an empty result, with a next step. */
export function EmptyState({ title, text, children, ref }: EmptyStateProps) {
  return (
    <div ref={ref} className={styles.empty} tabIndex={-1}>
      <Mark />
      <p className={styles.title}>{title}</p>
      {text !== undefined && <p className={styles.text}>{text}</p>}
      {children}
    </div>
  )
}
