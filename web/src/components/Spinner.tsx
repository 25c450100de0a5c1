import { Mark } from './Mark'
import styles from './Spinner.module.css'

/** The mark turning in steps; for buttons and small places, never for a whole page. */
export function Spinner({ size = 20 }: { size?: number }) {
  return <Mark size={size} className={styles.spinner} />
}
