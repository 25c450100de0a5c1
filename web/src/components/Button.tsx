import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Link } from 'wouter'
import styles from './Button.module.css'
import { classes } from '@shared/components/classes'
import { Spinner } from './Spinner'

interface ButtonStyle {
  variant?: 'primary' | 'secondary' | 'inverse'
  compact?: boolean
  /** Fills its container. */
  wide?: boolean
  className?: string | undefined
}

function buttonClasses({ variant = 'primary', compact = false, wide = false, className }: ButtonStyle): string {
  return classes(styles.button, styles[variant], compact && styles.compact, wide && styles.wide, className)
}

interface ButtonProps extends ButtonStyle, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  /** While set, the button is disabled and shows this text with a spinner, at its own width. */
  busyLabel?: string | undefined
}

export function Button({ variant, compact, wide, className, busyLabel, children, disabled, ...rest }: ButtonProps) {
  const busy = busyLabel !== undefined
  return (
    <button
      type="button"
      {...rest}
      className={buttonClasses({ variant: variant ?? 'primary', compact: compact ?? false, wide: wide ?? false, className })}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
    >
      <span className={styles.content} data-hidden={busy || undefined}>
        {children}
      </span>
      {busy && (
        <span className={styles.busy}>
          <Spinner />
          {busyLabel}
        </span>
      )}
    </button>
  )
}

interface ButtonLinkProps extends ButtonStyle {
  href: string
  /** Called before the navigation. */
  onFollow?: (() => void) | undefined
  children: ReactNode
}

/** A link with the look of a button, for navigation. */
export function ButtonLink({ href, onFollow, children, ...rest }: ButtonLinkProps) {
  return (
    <Link href={href} className={buttonClasses(rest)} onClick={onFollow}>
      {children}
    </Link>
  )
}
