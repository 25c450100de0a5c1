import { useId } from 'react'
import styles from './Lattice.module.css'
import { classes } from './classes'

interface LatticeProps {
  /** Side of one cell in pixels. */
  cell: number
  /** Stroke in 1/24 of the cell. */
  stroke?: number
  className?: string | undefined
}

export const laths =
  'M24 12L20.49 15.51L20.49 20.49L15.51 20.49L12 24L8.49 20.49L3.51 20.49L3.51 15.51L0 12L3.51 8.49L3.51 3.51L8.49 3.51L12 0L15.51 3.51L20.49 3.51L20.49 8.49ZM20.49 20.49L24 24M3.51 20.49L0 24M3.51 3.51L0 0M20.49 3.51L24 0'

/** The brand's lattice in the current text colour; decorative. */
export function Lattice({ cell, stroke = 1, className }: LatticeProps) {
  const id = useId()
  return (
    <svg className={classes(styles.lattice, className)} aria-hidden="true" focusable="false" width="100%" height="100%">
      <defs>
        <pattern id={id} width={cell} height={cell} patternUnits="userSpaceOnUse" viewBox="0 0 24 24">
          <path d={laths} fill="none" stroke="currentColor" strokeWidth={stroke} />
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  )
}

/** One row of lattice cells, 40 px high. */
export function LatticeStrip() {
  return (
    <div className={styles.strip}>
      <Lattice cell={40} />
    </div>
  )
}
