import { part } from '../part'
import styles from './OrderDays.module.css'

/** The days of an order, whose code loads when they are first shown. */
export const OrderDays = part(() => import('./OrderDays'), undefined, <div className={styles.place} />)
