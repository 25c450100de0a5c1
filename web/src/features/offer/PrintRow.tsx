import { FileText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import styles from './Offer.module.css'

/** Prints the page on A4 with its drawings, or saves it as a PDF. */
export function PrintRow() {
  const { t } = useTranslation()
  return (
    <div className={styles.print}>
      <FileText size={24} strokeWidth={1.5} aria-hidden="true" />
      <div>
        <p>{t('OFFER.PRINT_TITLE')}</p>
        <p className="second small">{t('OFFER.PRINT_TEXT')}</p>
      </div>
      <button type="button" className={styles.printButton} onClick={() => window.print()}>
        {t('OFFER.PRINT')}
      </button>
    </div>
  )
}
