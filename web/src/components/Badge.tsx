import { useTranslation } from 'react-i18next'
import { formatDiscount } from '@shared/money'
import styles from './Badge.module.css'

/** A discount such as `−15%`; renders nothing for 0. */
export function DiscountBadge({ percent }: { percent: number }) {
  const { t } = useTranslation()
  if (percent <= 0) return null
  return (
    <span className={styles.badge}>
      <span className="visually-hidden">{t('PRODUCT.DISCOUNT')} </span>
      {formatDiscount(percent)}
    </span>
  )
}
