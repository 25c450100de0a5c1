import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Link } from 'wouter'
import { classes } from '@shared/components/classes'
import styles from './Button.module.css'

interface ButtonStyle {
  variant?: 'secondary' | 'primary' | 'plain' | 'danger'
  size?: 'normal' | 'small' | 'large'
  /** An icon alone; needs `aria-label`. */
  square?: boolean
  className?: string | undefined
}

/** Class names of a button, for elements that only look like one. */
export function buttonClass({ variant = 'secondary', size = 'normal', square = false, className }: ButtonStyle = {}): string {
  return classes(
    styles.button,
    variant !== 'secondary' && styles[variant],
    size !== 'normal' && styles[size],
    square && styles.square,
    className,
  )
}

interface ButtonProps extends ButtonStyle, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  ref?: Ref<HTMLButtonElement>
  /** A call is under way: the button keeps its text and takes no second press. */
  busy?: boolean
}

export function Button({ variant, size, square, className, busy = false, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...(onClick && !busy && { onClick })}
      className={buttonClass({ variant: variant ?? 'secondary', size: size ?? 'normal', square: square ?? false, className })}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
    />
  )
}

/** A button with the look of a link. */
export function LinkButton({ className, ...rest }: ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="button" {...rest} className={classes(styles.link, className)} />
}

export function TextLink({ href, children, className }: { href: string; children: ReactNode; className?: string }) {
  return (
    <Link href={href} className={classes(styles.link, className)}>
      {children}
    </Link>
  )
}
