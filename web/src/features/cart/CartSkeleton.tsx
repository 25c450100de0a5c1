import { useTranslation } from 'react-i18next'
import { Skeleton } from '@shared/components/Skeleton'
import styles from './CartSkeleton.module.css'

const rows = [1, 2, 3]

export function CartSkeleton() {
  const { t } = useTranslation()
  return (
    <div className={styles.rows}>
      <p role="status" className="visually-hidden">
        {t('LOADING')}
      </p>
      {rows.map((row) => (
        <div key={row} className={styles.row}>
          <Skeleton ratio="4 / 5" />
          <div className={styles.text}>
            <Skeleton height={20} width="80%" />
            <Skeleton height={16} width="50%" />
            <Skeleton height={20} width="40%" />
            <Skeleton height={48} width="132px" />
          </div>
        </div>
      ))}
    </div>
  )
}
