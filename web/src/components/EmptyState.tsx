import type { ReactNode, Ref } from 'react'
import styles from './Panes.module.css'
import { Mark } from '@shared/components/Mark'

interface EmptyStateProps {
  text: string
  children?: ReactNode
  /** For the focus, when the last entry of a list was removed. */
  ref?: Ref<HTMLDivElement>
}

/** Placeholder for an empty result, with a next step. */
export function EmptyState({ text, children, ref }: EmptyStateProps) {
  return (
    <div ref={ref} className={styles.empty} tabIndex={-1}>
      <Mark size={40} className={styles.mark} />
      <p className={styles.text}>{text}</p>
      {children}
    </div>
  )
}
