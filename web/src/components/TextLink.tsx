import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { classes } from '@shared/components/classes'
import styles from './TextLink.module.css'

interface TextLinkProps {
  href: string
  children: ReactNode
  /** For standalone links. */
  arrow?: boolean
  className?: string | undefined
}

export function TextLink({ href, children, arrow = false, className }: TextLinkProps) {
  return (
    <Link href={href} className={classes(styles.link, arrow && styles.alone, className)}>
      <span className={styles.text}>{children}</span>
      {arrow && <ArrowRight size={20} strokeWidth={1.5} aria-hidden="true" />}
    </Link>
  )
}
