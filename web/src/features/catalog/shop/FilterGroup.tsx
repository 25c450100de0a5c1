import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './Filters.module.css'

interface FilterGroupProps {
  title: string
  /** The selected values, shown while the group is closed. */
  value?: string | undefined
  open: boolean
  children: ReactNode
}

/** A group of filters under a title that opens and closes it. */
export function FilterGroup({ title, value = '', open, children }: FilterGroupProps) {
  return (
    <details className={styles.group} open={open}>
      <summary className={styles.title}>
        {title}
        {value !== '' && <span className={styles.value}>{value}</span>}
        <ChevronDown size={20} strokeWidth={1.5} aria-hidden="true" />
      </summary>
      {children}
    </details>
  )
}
