import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './Layout.module.css'
import { SiteFooter } from './SiteFooter'
import { SiteHeader } from './SiteHeader'

/** Header, page area and footer around every screen. */
export function Layout({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className={styles.layout}>
      <a href="#main" className={styles.skip}>
        {t('COMMON.SKIP')}
      </a>
      <SiteHeader />
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <SiteFooter />
    </div>
  )
}
