import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { classes } from './classes'
import styles from './IconButton.module.css'

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** The name that replaces the missing word. */
  label: string
  children: ReactNode
}

/** A square button with an icon only. */
export function IconButton({ label, children, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} className={classes(styles.button, className)} aria-label={label}>
      {children}
    </button>
  )
}
