import { Star } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import styles from './Stars.module.css'

const positions = [1, 2, 3, 4, 5]

/** Five stars, filled by the rounded rating. */
export function Stars({ rating }: { rating: number }) {
  const { t } = useTranslation()
  const filled = Math.round(rating)
  return (
    <span className={styles.stars} role="img" aria-label={t('PRODUCT.STARS', { rating: String(rating) })}>
      {positions.map((position) => (
        <Star key={position} size={18} strokeWidth={1.5} fill={position <= filled ? 'currentColor' : 'none'} aria-hidden="true" />
      ))}
    </span>
  )
}
