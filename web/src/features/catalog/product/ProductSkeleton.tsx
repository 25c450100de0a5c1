import { useTranslation } from 'react-i18next'
import { Skeleton } from '@shared/components/Skeleton'
import styles from './ProductDetails.module.css'

export function ProductSkeleton() {
  const { t } = useTranslation()
  return (
    <div className={styles.top}>
      <p className="visually-hidden" role="status">
        {t('PRODUCT.LOADING')}
      </p>
      <div className={styles.skeletonPicture}>
        <Skeleton ratio="4 / 5" />
      </div>
      <div className={styles.facts}>
        <Skeleton height={20} width="30%" />
        <Skeleton height={44} width="80%" />
        <Skeleton height={40} width="60%" />
        <Skeleton height={96} />
      </div>
    </div>
  )
}
