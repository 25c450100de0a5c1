import type { ReactNode } from 'react'
import styles from './Filters.module.css'

interface OptionBoxProps {
  checked: boolean
  /** Number of products; `undefined` if it is not known. */
  count: number | undefined
  onChange: (checked: boolean) => void
  children: ReactNode
}

/** A box of a filter. It is off without products, unless it is chosen. */
export function OptionBox({ checked, count, onChange, children }: OptionBoxProps) {
  const off = count === 0 && !checked
  return (
    <label className={`check ${styles.option ?? ''}`} data-off={off || undefined}>
      <input
        type="checkbox"
        checked={checked}
        // Not `disabled`, which would take the focus away from a box that is cleared.
        aria-disabled={off || undefined}
        onChange={() => {
          if (!off) onChange(!checked)
        }}
      />
      {children}
      {count !== undefined && <span className={styles.count}>{count}</span>}
    </label>
  )
}
