import { Mark } from '@shared/components/Mark'
import styles from './Products.module.css'

/** The small picture of a product beside its name; the mark where it has none. */
export function Thumb({ src }: { src: string | null }) {
  return src === null || src === '' ? (
    <span className={styles.thumb} aria-hidden="true">
      <Mark size={18} />
    </span>
  ) : (
    <img className={styles.thumb} src={src} alt="" width={36} height={45} loading="lazy" />
  )
}
