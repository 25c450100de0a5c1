import { useTranslation } from 'react-i18next'
import { Skeleton } from '@shared/components/Skeleton'
import styles from './CheckoutForm.module.css'

const fields = [1, 2, 3, 4]

export function CheckoutSkeleton() {
  const { t } = useTranslation()
  return (
    <div className={styles.columns}>
      <p role="status" className="visually-hidden">
        {t('LOADING')}
      </p>
      <div className={styles.summary}>
        <Skeleton height={56} />
      </div>
      <div className={styles.group}>
        <Skeleton height={32} width="40%" />
        <div className={styles.pair}>
          {fields.map((field) => (
            <Skeleton key={field} height={80} />
          ))}
        </div>
      </div>
    </div>
  )
}
