import type { ReactNode } from 'react'
import { useTitle } from '@desk/lib/use-title'
import styles from './Screen.module.css'

interface ScreenProps {
  title: string
  /** Before the title. */
  lead?: ReactNode
  /** Beside the title. */
  aside?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A screen with its bar, which stays above while the page scrolls. */
export function Screen({ title, lead, aside, actions, children }: ScreenProps) {
  useTitle(title)
  return (
    <>
      <header className={styles.bar}>
        {lead}
        <h1>{title}</h1>
        {aside !== undefined && <span className="dim">{aside}</span>}
        <span className="push" />
        {actions}
      </header>
      {children}
    </>
  )
}
