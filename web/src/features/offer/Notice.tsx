import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { TextKey } from '@/lib/text-key'
import { OfferConflict } from './calls'
import styles from './Offer.module.css'

/** By the error key without its group. */
const texts: Readonly<Record<string, TextKey>> = {
  SUPERSEDED: 'OFFER.NOW_NEWER',
  OTHER_TOTAL: 'OFFER.NOW_OTHER_TOTAL',
  OTHER_ACCEPTED: 'OFFER.NOW_OTHER_ACCEPTED',
  EXPIRED: 'OFFER.NOW_EXPIRED',
  WITHDRAWN: 'OFFER.NOW_WITHDRAWN',
  DECLINED: 'OFFER.NOW_DECLINED',
  ACCEPTED: 'OFFER.NOW_ACCEPTED',
}

/** Why the last answer was not taken; the page shows the offer as it is now. */
export function Notice({ error }: { error: Error | null }) {
  const { t } = useTranslation()
  if (!(error instanceof OfferConflict)) return null
  const text = Object.values(error.errors)
    .map((key) => texts[key.replace('OFFER.', '')])
    .find((found) => found !== undefined)
  return (
    <p className={styles.notice} role="alert">
      <CircleAlert size={24} strokeWidth={1.5} aria-hidden="true" />
      {t(text ?? 'OFFER.NOT_TAKEN')}
    </p>
  )
}
