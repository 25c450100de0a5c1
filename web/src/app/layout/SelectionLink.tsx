import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useSelection, watchSelection } from '@/stores/selection'
import styles from './SiteHeader.module.css'

/** The selection with its count, while it is not empty. */
export function SelectionLink() {
  const { t } = useTranslation()
  const count = useSelection(({ pieces }) => pieces.length)
  useEffect(() => watchSelection(), [])
  if (count === 0) return null
  return (
    <Link href="/selection" className={styles.selection} aria-label={t('SELECTION.COUNT', { count })}>
      <span className={styles.word}>{t('NAV.SELECTION')}</span>
      <span className={styles.number} aria-hidden="true">
        {count}
      </span>
    </Link>
  )
}
