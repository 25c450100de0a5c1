import { useTranslation } from 'react-i18next'
import { ApiError } from '@shared/api/error'
import { ErrorPane } from '@shared/components/ErrorPane'
import type { TextKey } from '@shared/text-key'
import styles from './Document.module.css'
import { StorePhones } from './StorePhones'

interface LinkFailureProps {
  title: string
  error: Error
  texts: {
    /** The server answers, and cannot show it now. */
    unavailable: TextKey
    failed: TextKey
  }
  onRetry: () => void
}

/** The page of a link whose offer or order did not load. */
export default function LinkFailure({ title, error, texts, onRetry }: LinkFailureProps) {
  const { t } = useTranslation()
  const status = error instanceof ApiError ? error.status : 0
  if (status === 429) {
    return (
      <div className={styles.alone}>
        <h1>{t('OFFER.TOO_MANY')}</h1>
        <p className="lead">{t('OFFER.TOO_MANY_TEXT')}</p>
        <StorePhones />
      </div>
    )
  }
  return (
    <div className={styles.alone}>
      <h1>{title}</h1>
      <ErrorPane text={t(status >= 500 ? texts.unavailable : texts.failed)} onRetry={onRetry} />
      <StorePhones />
    </div>
  )
}
