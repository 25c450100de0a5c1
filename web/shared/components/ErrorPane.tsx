import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from './Button'
import { classes } from './classes'
import styles from './Panes.module.css'

interface ErrorPaneProps {
  text: string
  onRetry?: () => void
  className?: string | undefined
}

/** An error message with an optional retry button. */
export function ErrorPane({ text, onRetry, className }: ErrorPaneProps) {
  const { t } = useTranslation()
  return (
    <div className={classes(styles.error, className)} role="alert">
      <CircleAlert strokeWidth={1.5} aria-hidden="true" />
      <p>{text}</p>
      {onRetry !== undefined && (
        <Button size="small" onClick={onRetry}>
          {t('COMMON.RETRY')}
        </Button>
      )}
    </div>
  )
}
