import { useTranslation } from 'react-i18next'
import { formatShortDateTime } from '@shared/dates'
import type { Person } from '@desk/api/records'
import { useMay } from '@desk/api/session'
import { TextLink } from '@desk/components/Links'
import { useLanguage } from '@desk/i18n/language'
import styles from './Content.module.css'

/** Last change of a record, and the link to all changes. */
export function Changed({ by, at }: { by: Person | null; at: string | null }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const mayRead = useMay('activity.read')
  if (at === null && !mayRead) return null
  return (
    <p className={`${styles.history ?? ''} dim small`}>
      {at !== null && t('CONTENT.CHANGED', { name: by?.name ?? t('CONFLICT.SYSTEM'), time: formatShortDateTime(at, language) })}{' '}
      {mayRead && <TextLink href="/activity?service=content">{t('CONTENT.HISTORY')}</TextLink>}
    </p>
  )
}
