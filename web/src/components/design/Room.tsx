import type { Built } from '@shared/rules/evaluate'
import styles from './Elevation.module.css'
import type { Scale } from './scale'

const floorBesideMm = 320

/** The walls of a niche, or the floor below what stands free. */
export function Room({ built: { design }, scale }: { built: Built; scale: Scale }) {
  const { x, y, room, height } = scale
  const right = design.widthMm
  if (!design.niche) {
    return <path className={styles.floor} d={`M${x(-floorBesideMm / 2)} ${y(0)}H${x(right + floorBesideMm / 2)}`} />
  }
  const from = x(-room)
  const to = x(right + room)
  const opening = `V${y(0)}H${x(right)}V${y(design.heightMm)}H${x(0)}V${y(0)}`
  return (
    <>
      <path className={styles.wall} d={`M${from} ${y(height)}H${to}${opening}H${from}Z`} />
      <path className={styles.opening} d={`M${x(0)} ${y(0)}V${y(design.heightMm)}H${x(right)}V${y(0)}`} />
      <path className={styles.ground} d={`M${from} ${y(0)}H${to}`} />
    </>
  )
}
