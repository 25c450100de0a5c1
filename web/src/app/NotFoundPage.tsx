import { useTranslation } from 'react-i18next'
import { ButtonLink } from '@shared/components/Button'
import { Lattice } from '@shared/components/Lattice'
import { TextLink } from '@/components/TextLink'
import { usePageTitle } from '@/lib/page-title'
import { Logo } from './layout/Logo'
import styles from './NotFoundPage.module.css'

/** Rendered without the layout. */
export default function NotFoundPage() {
  const { t } = useTranslation()
  usePageTitle(t('NOT_FOUND.TITLE'))
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <div className={styles.words}>
        <Logo />
        <p className={styles.code}>404</p>
        <h1 className={styles.title}>{t('NOT_FOUND.TITLE')}</h1>
        <p className={styles.text}>{t('NOT_FOUND.TEXT')}</p>
        <div className={styles.ways}>
          <ButtonLink variant="primary" href="/">
            {t('NOT_FOUND.HOME')}
          </ButtonLink>
          <TextLink href="/shop" arrow>
            {t('NAV.SHOP')}
          </TextLink>
        </div>
      </div>
      <div className={styles.lattice}>
        <Lattice cell={160} />
      </div>
    </main>
  )
}
