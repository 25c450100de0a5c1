import { SlidersHorizontal } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import styles from './FiltersButton.module.css'

interface FiltersButtonProps {
  /** Number of chosen filters. */
  count?: number
  onClick?: () => void
}

/** Opens the filter sheet on narrow screens. */
export function FiltersButton({ count = 0, onClick }: FiltersButtonProps) {
  const { t } = useTranslation()
  return (
    <Button size="small" className={styles.button} aria-haspopup="dialog" onClick={onClick}>
      <SlidersHorizontal size={20} strokeWidth={1.5} aria-hidden="true" />
      {t('SHOP.FILTERS')}
      {count > 0 && <span className="count">{count}</span>}
    </Button>
  )
}
