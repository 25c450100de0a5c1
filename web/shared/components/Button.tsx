import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'
import { Link } from 'wouter'
import { classes } from './classes'
import { Spinner } from './Spinner'

interface ButtonStyle {
  variant?: 'secondary' | 'primary' | 'inverse' | 'plain' | 'danger' | undefined
  size?: 'small' | 'large' | undefined
  /** An icon alone; needs `aria-label`. */
  square?: boolean | undefined
  /** Fills its container. */
  wide?: boolean | undefined
  className?: string | undefined
}

/** Class names of a button (`buttons.css`), for elements that only look like one. */
export function buttonClass({ variant, size, square, wide, className }: ButtonStyle = {}): string {
  const prefix = 'button'
  return classes(
    prefix,
    variant && `${prefix}-${variant}`,
    size && `${prefix}-${size}`,
    square && `${prefix}-square`,
    wide && `${prefix}-wide`,
    className,
  )
}

interface ButtonProps extends ButtonStyle, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  ref?: Ref<HTMLButtonElement>
  /** A call is under way: the button keeps the focus and its text, and ignores presses. */
  busy?: boolean
  /** While set, the button is busy and shows this text with a spinner, at its own width. */
  busyLabel?: string | undefined
}

/** Also keeps the button from submitting its form. */
const ignore = (event: MouseEvent) => event.preventDefault()

export function Button({
  variant,
  size,
  square,
  wide,
  className,
  busyLabel,
  busy = busyLabel !== undefined,
  children,
  ...rest
}: ButtonProps) {
  const isWaiting = busyLabel !== undefined
  return (
    <button
      type="button"
      {...rest}
      {...(busy && { 'aria-busy': true, 'aria-disabled': true, onClick: ignore })}
      className={buttonClass({ variant, size, square, wide, className: classes(isWaiting && 'button-waiting', className) })}
    >
      {isWaiting ? (
        <>
          <span>{children}</span>
          <span>
            <Spinner />
            {busyLabel}
          </span>
        </>
      ) : (
        children
      )}
    </button>
  )
}

interface ButtonLinkProps extends ButtonStyle {
  href: string
  /** Called before the navigation. */
  onFollow?: (() => void) | undefined
  'aria-label'?: string
  children: ReactNode
}

/** A link with the look of a button, for navigation. */
export function ButtonLink({ variant, size, square, wide, className, onFollow, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={buttonClass({ variant, size, square, wide, className })} onClick={onFollow} />
}
