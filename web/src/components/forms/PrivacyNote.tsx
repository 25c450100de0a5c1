import { useTranslation } from 'react-i18next'
import { useRouter } from 'wouter'
import styles from './PrivacyNote.module.css'

/** Note on the use of a form's contacts, with a link that keeps the form's values. */
export function PrivacyNote() {
  const { t } = useTranslation()
  const router = useRouter()
  return (
    <p className="small second">
      {t('PRIVACY.NOTE')}{' '}
      <a href={router.hrefs(`${router.base}/privacy`, router)} target="_blank" rel="noopener noreferrer" className={styles.link}>
        {t('PRIVACY.ABOUT')}
        <span className="visually-hidden">{t('COMMON.NEW_TAB')}</span>
      </a>
    </p>
  )
}
