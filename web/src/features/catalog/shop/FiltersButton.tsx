import { SlidersHorizontal } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/Button'
import styles from './FiltersButton.module.css'

/** Opens the filter sheet on narrow screens. */
export function FiltersButton({ onClick }: { onClick?: () => void }) {
  const { t } = useTranslation()
  return (
    <Button variant="secondary" compact className={styles.button} onClick={onClick}>
      <SlidersHorizontal size={20} strokeWidth={1.5} aria-hidden="true" />
      {t('SHOP.FILTERS')}
    </Button>
  )
}
