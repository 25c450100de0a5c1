import { Lattice } from './Lattice'
import styles from './Skeleton.module.css'

/** A placeholder of the content's size while it loads; appears after a delay. */
export function Skeleton({ ratio, height, width }: { ratio?: string; height?: number; width?: string }) {
  return (
    <span className={styles.box} style={{ aspectRatio: ratio, height, width }} aria-hidden="true" data-skeleton>
      <span className={styles.sweep}>
        <Lattice cell={40} stroke={0.5} className={styles.laths} />
      </span>
    </span>
  )
}
