import { part } from '../part'
import styles from './quantity-part.module.css'

/** The quantity field, whose code loads when it is first shown. */
export const QuantityField = part(() => import('./QuantityField'), undefined, <div className={styles.counter} />)
