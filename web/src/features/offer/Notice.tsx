import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { TextKey } from '@shared/text-key'
import { isConflict } from './calls'
import styles from './Offer.module.css'

/** By the error key without its group. */
const texts: Readonly<Record<string, TextKey>> = {
  SUPERSEDED: 'OFFER.CHANGED',
  OTHER_TOTAL: 'OFFER.CHANGED',
  OTHER_ACCEPTED: 'OFFER.NOW_OTHER_ACCEPTED',
  EXPIRED: 'OFFER.NOW_EXPIRED',
  WITHDRAWN: 'OFFER.NOW_WITHDRAWN',
  DECLINED: 'OFFER.NOW_DECLINED',
  ACCEPTED: 'OFFER.NOW_ACCEPTED',
}

interface NoticeProps {
  error: Error | null
  /** Names of lines that the offer no longer has. */
  removed: readonly string[]
}

/** Why the last answer was not taken; the page shows the offer as it is now. */
export function Notice({ error, removed }: NoticeProps) {
  const { t } = useTranslation()
  if (!isConflict(error)) return null
  const text = Object.values(error.errors)
    .map((key) => texts[key.replace('OFFER.', '')])
    .find((found) => found !== undefined)
  return (
    <div className={styles.notice} role="alert">
      <CircleAlert size={24} strokeWidth={1.5} aria-hidden="true" />
      <div>
        <p>{t(text ?? 'OFFER.NOT_TAKEN')}</p>
        {removed.length > 0 && <p>{t('OFFER.REMOVED', { names: removed.join(', ') })}</p>}
      </div>
    </div>
  )
}
