import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import styles from './Panes.module.css'

/** An error message with an optional retry button. */
export function ErrorPane({ text, onRetry }: { text: string; onRetry?: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={styles.error} role="alert">
      <p className={styles.sentence}>
        <CircleAlert size={24} strokeWidth={1.5} aria-hidden="true" />
        {text}
      </p>
      {onRetry !== undefined && (
        <Button size="small" onClick={onRetry}>
          {t('COMMON.RETRY')}
        </Button>
      )}
    </div>
  )
}
