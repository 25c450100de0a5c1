import type { ReactNode } from 'react'
import type { StatusTone } from '../order-status'
import { classes } from './classes'
import styles from './Status.module.css'

/** The sign of a status: hollow while it goes on, filled once it is reached. */
export function Lozenge({ isFilled = true }: { isFilled?: boolean | undefined }) {
  return <i className={classes(styles.lozenge, !isFilled && styles.hollow)} aria-hidden="true" />
}

/** Class names of a status on a ground of its tone, also for a button. */
export const tintedStatusClass = (tone: StatusTone) => classes(styles.status, styles[tone], styles.tinted)

interface StatusProps {
  tone: StatusTone
  isFilled?: boolean
  /** On a ground of its tone. */
  isTinted?: boolean
  className?: string
  children: ReactNode
}

/** A status text with a coloured sign. */
export function Status({ tone, isFilled, isTinted = false, className, children }: StatusProps) {
  return (
    <span className={classes(isTinted ? tintedStatusClass(tone) : classes(styles.status, styles[tone]), className)}>
      <Lozenge isFilled={isFilled} />
      {children}
    </span>
  )
}
