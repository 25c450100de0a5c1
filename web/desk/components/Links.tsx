import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Link } from 'wouter'
import { classes } from '@shared/components/classes'
import styles from './Links.module.css'

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
