import { Pencil } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import styles from './Record.module.css'

/** How many fields of a record are unsaved; nothing without one. */
export function ChangeCount({ count }: { count: number }) {
  const { t } = useTranslation()
  if (count === 0) return null
  return (
    <span className={`${styles.count ?? ''} small nowrap wide-only`} role="status">
      <Pencil size={15} strokeWidth={1.5} aria-hidden="true" />
      {t('PRODUCT.CHANGES', { count })}
    </span>
  )
}
