import { useTranslation } from 'react-i18next'
import styles from './MissingField.module.css'

/** Says which field keeps the form from being sent, and leads to it. */
export function MissingField({ label, onPick }: { label: string; onPick: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      {t('QUOTE.MISSING')}{' '}
      <button type="button" className={styles.field} onClick={onPick}>
        {label}
      </button>
    </>
  )
}
