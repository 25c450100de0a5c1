import type { ReactNode } from 'react'
import { classes } from './classes'
import styles from './Status.module.css'

export type StatusTone = 'amber' | 'emerald' | 'ruby' | 'neutral'

/** A lozenge and a word; colour never speaks alone. */
export function Status({ tone, children }: { tone: StatusTone; children: ReactNode }) {
  return <span className={classes(styles.status, styles[tone])}>{children}</span>
}
