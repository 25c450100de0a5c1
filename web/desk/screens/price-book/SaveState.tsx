import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { timeInBaku } from '@shared/dates'
import { LinkButton } from '@desk/components/Links'
import styles from './PriceBook.module.css'

interface SaveStateProps {
  /** Cells that differ from the book before, and cells that are typed but not saved. */
  changed: number
  unsaved: number
  isSaving: boolean
  at: string | null
  onRetry: () => void
}

/** Number of changed cells, and the time of the last save. */
export function SaveState({ changed, unsaved, isSaving, at, onRetry }: SaveStateProps) {
  const { t } = useTranslation()
  return (
    <span className={`${styles.saveState ?? ''} small wide-only`}>
      {changed > 0 && <span className={styles.count}>{t('PRODUCT.CHANGES', { count: changed })}</span>}
      <span className="dim nowrap" role="status">
        {isSaving ? (
          t('PRICE_BOOK.SAVING')
        ) : unsaved > 0 ? (
          <LinkButton onClick={onRetry}>{t('PRICE_BOOK.UNSAVED', { count: unsaved })}</LinkButton>
        ) : (
          at !== null && (
            <>
              <Check size={16} strokeWidth={1.5} aria-hidden="true" />
              {t('PRICE_BOOK.SAVED_AT', { time: timeInBaku(at) })}
            </>
          )
        )}
      </span>
    </span>
  )
}
