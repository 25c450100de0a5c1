import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './Chip.module.css'

/** An active filter; a click removes it. */
export function FilterChip({ label, removeLabel, onRemove }: { label: string; removeLabel: string; onRemove: () => void }) {
  return (
    <button type="button" className={styles.chip} aria-label={removeLabel} onClick={onRemove}>
      {label}
      <X size={18} strokeWidth={1.5} aria-hidden="true" />
    </button>
  )
}

/** A toggle button among several choices. */
export function ChoiceChip({ pressed, onPress, children }: { pressed: boolean; onPress: () => void; children: ReactNode }) {
  return (
    <button type="button" className={styles.chip} aria-pressed={pressed} onClick={onPress}>
      {children}
    </button>
  )
}
