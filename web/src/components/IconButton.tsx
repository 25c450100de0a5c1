import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { classes } from '@shared/components/classes'
import styles from './IconButton.module.css'

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Accessible name. */
  label: string
  children: ReactNode
}

/** A square icon button. */
export function IconButton({ label, children, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} className={classes(styles.button, className)} aria-label={label}>
      {children}
    </button>
  )
}
