import { Mark } from './Mark'
import styles from './Spinner.module.css'

/** The rotating mark, for buttons and small areas. */
export function Spinner({ size = 20 }: { size?: number }) {
  return <Mark size={size} className={styles.spinner} />
}
