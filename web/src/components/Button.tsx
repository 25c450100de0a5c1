import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Link } from 'wouter'
import styles from './Button.module.css'
import { classes } from './classes'
import { Spinner } from './Spinner'

interface Look {
  variant?: 'primary' | 'secondary' | 'inverse'
  compact?: boolean
  /** As wide as the place it stands in. */
  wide?: boolean
  className?: string | undefined
}

function look({ variant = 'primary', compact = false, wide = false, className }: Look): string {
  return classes(styles.button, styles[variant], compact && styles.compact, wide && styles.wide, className)
}

export interface ButtonProps extends Look, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  /** While set, the button keeps its width, shows this text with the turning mark and cannot be pressed. */
  busyLabel?: string | undefined
}

export function Button({ variant, compact, wide, className, busyLabel, children, disabled, ...rest }: ButtonProps) {
  const busy = busyLabel !== undefined
  return (
    <button
      type="button"
      {...rest}
      className={look({ variant: variant ?? 'primary', compact: compact ?? false, wide: wide ?? false, className })}
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

/** A link that looks like a button: for what leads somewhere and changes nothing. */
export function ButtonLink({ href, children, ...rest }: Look & { href: string; children: ReactNode }) {
  return (
    <Link href={href} className={look(rest)}>
      {children}
    </Link>
  )
}
