import { useTranslation } from 'react-i18next'
import { wide as wideScreen } from '@shared/media'
import { part } from '@/components/part'
import { useMedia } from '@/lib/use-media'
import { LanguageMenu } from './LanguageMenu'
import styles from './TopBar.module.css'
import type { Header } from './use-header'

const PromoBanner = part(() => import('@/features/content/PromoBanner'))
const SocialLinks = part(() => import('@/features/content/SocialLinks'))

/** Networks, banner and language; from 992 px, below which their code does not load. */
export function TopBar({ header }: { header: Header }) {
  const { t } = useTranslation()
  const wide = useMedia(wideScreen)
  return (
    <div className={`${styles.bar ?? ''} on-ink`}>
      {wide && (
        <div className={`container ${styles.row ?? ''}`}>
          <ul className={styles.networks} aria-label={t('NAV.SOCIAL')}>
            <SocialLinks className={styles.network} />
          </ul>
          <div className={styles.banner}>
            <PromoBanner />
          </div>
          <LanguageMenu header={header} />
        </div>
      )}
    </div>
  )
}
