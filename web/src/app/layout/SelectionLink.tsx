import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useSelectionCount, watchSelectionCount } from '@/stores/selection-count'
import styles from './SiteHeader.module.css'

/** The selection with its count, while it is not empty. */
export function SelectionLink() {
  const { t } = useTranslation()
  const count = useSelectionCount((state) => state.count)
  useEffect(() => watchSelectionCount(), [])
  if (count === 0) return null
  return (
    <Link href="/selection" className={styles.selection} aria-label={t('SELECTION.COUNT', { count })}>
      <span className={styles.word}>{t('NAV.SELECTION')}</span>
      <span className="count" aria-hidden="true">
        {count}
      </span>
    </Link>
  )
}
