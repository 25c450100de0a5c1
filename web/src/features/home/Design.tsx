import { useTranslation } from 'react-i18next'
import { ButtonLink } from '@/components/Button'
import { Scene } from '@/components/Scene'
import styles from './Design.module.css'

export function Design() {
  const { t } = useTranslation()
  return (
    <section className={`section container ${styles.section ?? ''}`}>
      <div className={styles.words}>
        <h2>{t('HOME.DESIGN.TITLE')}</h2>
        <div className={styles.foot}>
          <p className={`lead second ${styles.text ?? ''}`}>{t('HOME.DESIGN.TEXT')}</p>
          <ButtonLink href="/shop" variant="secondary">
            {t('HOME.VIEW_ALL')}
          </ButtonLink>
        </div>
      </div>
      <div className={styles.panes}>
        <Scene name="design-1" alt="" sizes="(min-width: 992px) 24vw, 100vw" className={styles.low} />
        <Scene name="design-2" alt="" sizes="25vw" className={styles.high} />
      </div>
    </section>
  )
}
