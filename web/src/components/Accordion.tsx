import { Minus, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './Accordion.module.css'

interface AccordionItemProps {
  title: string
  children: ReactNode
  /** Whether the item is open on load. */
  initiallyOpen?: boolean
}

export function AccordionItem({ title, children, initiallyOpen = false }: AccordionItemProps) {
  return (
    <details className={styles.item} open={initiallyOpen}>
      <summary className={styles.summary}>
        {title}
        <Plus className={styles.plus} size={24} strokeWidth={1.5} aria-hidden="true" />
        <Minus className={styles.minus} size={24} strokeWidth={1.5} aria-hidden="true" />
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  )
}
