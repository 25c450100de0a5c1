import styles from './Progress.module.css'

interface ProgressProps {
  label: string
  /** From 0 to 1; absent while nothing is known. */
  share?: number | undefined
}

/** How far something is. */
export function Progress({ label, share }: ProgressProps) {
  return <progress className={styles.progress} aria-label={label} max={1} {...(share !== undefined && { value: share })} />
}
