import { Skeleton } from '@shared/components/Skeleton'
import styles from './ProductGrid.module.css'

export function ProductCardSkeleton() {
  return (
    <div className={styles.skeleton}>
      <Skeleton ratio="4 / 5" />
      <Skeleton height={18} width="70%" />
      <Skeleton height={18} width="40%" />
    </div>
  )
}
