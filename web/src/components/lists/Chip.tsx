import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'

interface FilterChipProps {
  label: string
  /** Accessible name, such as `Remove filter: oak`. */
  removeLabel: string
  /** Address without the filter. */
  href: string
  /** Called in place of following the link. */
  onRemove: () => void
}

/** An active filter as a link to the list without it. */
export function FilterChip({ label, removeLabel, href, onRemove }: FilterChipProps) {
  return (
    <Link
      href={href}
      className="chip"
      aria-label={removeLabel}
      onClick={(event) => {
        event.preventDefault()
        onRemove()
      }}
    >
      {label}
      <X size={18} strokeWidth={1.5} aria-hidden="true" />
    </Link>
  )
}

/** A toggle button among several choices. */
export function ChoiceChip({ pressed, onPress, children }: { pressed: boolean; onPress: () => void; children: ReactNode }) {
  return (
    <button type="button" className="chip" aria-pressed={pressed} onClick={onPress}>
      {children}
    </button>
  )
}
