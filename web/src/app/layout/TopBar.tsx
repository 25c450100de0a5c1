import { useTranslation } from 'react-i18next'
import { PromoBanner } from '@/features/content/PromoBanner'
import { SocialLinks } from '@/features/content/SocialLinks'
import { LanguageMenu } from './LanguageMenu'
import styles from './TopBar.module.css'
import type { Header } from './use-header'

/** Networks, banner and language; from 992 px on. */
export function TopBar({ header }: { header: Header }) {
  const { t } = useTranslation()
  return (
    <div className={`${styles.bar ?? ''} on-ink`}>
      <div className={`container ${styles.row ?? ''}`}>
        <ul className={styles.networks} aria-label={t('NAV.SOCIAL')}>
          <SocialLinks className={styles.network} />
        </ul>
        <PromoBanner />
        <LanguageMenu header={header} />
      </div>
    </div>
  )
}
