import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useMedia, wideScreen } from '@/lib/use-media'
import { LanguageMenu } from './LanguageMenu'
import styles from './TopBar.module.css'
import type { Header } from './use-header'

const PromoBanner = lazy(() => import('@/features/content/PromoBanner'))
const SocialLinks = lazy(() => import('@/features/content/SocialLinks'))

/** Networks, banner and language; from 992 px, below which their code does not load. */
export function TopBar({ header }: { header: Header }) {
  const { t } = useTranslation()
  const wide = useMedia(wideScreen)
  return (
    <div className={`${styles.bar ?? ''} on-ink`}>
      {wide && (
        <div className={`container ${styles.row ?? ''}`}>
          <Suspense fallback={null}>
            <ul className={styles.networks} aria-label={t('NAV.SOCIAL')}>
              <SocialLinks className={styles.network} />
            </ul>
          </Suspense>
          <div className={styles.banner}>
            <Suspense fallback={null}>
              <PromoBanner />
            </Suspense>
          </div>
          <LanguageMenu header={header} />
        </div>
      )}
    </div>
  )
}
