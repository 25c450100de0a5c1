import { Mark } from '@shared/components/Mark'
import styles from './Thumbnail.module.css'

interface ThumbnailProps {
  image: string | null
  size?: 'small' | 'normal' | 'large'
}

/** The picture of a product beside its name; the shop's mark where there is none. */
export function Thumbnail({ image, size = 'normal' }: ThumbnailProps) {
  if (image !== null) return <img src={image} alt="" className={styles.picture} data-size={size} loading="lazy" />
  return (
    <span className={styles.picture} data-size={size}>
      <Mark size={20} />
    </span>
  )
}
