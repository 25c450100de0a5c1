import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Button } from '@shared/components/Button'
import { formatDateTime } from '@shared/dates'
import type { PriceBookRow } from '@desk/api/price-books'
import { Dialog } from '@desk/components/Dialog'
import { StatusOf } from '@desk/components/Parts'
import { useLanguage } from '@desk/i18n/language'
import styles from './PriceBook.module.css'
import { bookStateViews } from './texts'

/** Address of a book; without a version, the draft or the book in force. */
export const bookAddress = (version?: number): string => (version === undefined ? '/price-book' : `/price-book/${String(version)}`)

/** All books, newest first, each with a way to it. */
export function VersionsDialog({ rows, shown, onClose }: { rows: readonly PriceBookRow[]; shown: number; onClose: () => void }) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <Dialog isKept title={t('PRICE_BOOK.VERSIONS')} onClose={onClose} actions={<Button onClick={onClose}>{t('COMMON.CLOSE')}</Button>}>
      <ul className={styles.versions}>
        {rows.map(({ version, state, validFrom, publishedBy, changedBy, changedAt }) => {
          const by = state === 'draft' ? changedBy : publishedBy
          const at = state === 'draft' ? changedAt : validFrom
          return (
            <li key={version}>
              <Link href={bookAddress(version)} aria-current={version === shown ? 'page' : undefined} onClick={onClose}>
                <b>{t('PRICE_BOOK.NUMBER', { count: version, ordinal: true })}</b>
                <StatusOf view={bookStateViews[state]} />
                <span className={`${styles.versionFacts ?? ''} small dim`}>
                  {[at === null ? '' : formatDateTime(at, language), by?.name ?? ''].filter((text) => text !== '').join(', ')}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
