import type { ReactNode } from 'react'
import type { StatusTone } from '@shared/order-status'
import { classes } from '@shared/components/classes'
import styles from './Status.module.css'

/** A status text with a coloured marker. */
export function Status({ tone, children }: { tone: StatusTone; children: ReactNode }) {
  return <span className={classes(styles.status, styles[tone])}>{children}</span>
}
