import { useTranslation } from 'react-i18next'
import { wide } from '@shared/media'
import { ButtonLink } from '@shared/components/Button'
import { Picture } from '@/components/Picture'
import scenes from '@/lib/scenes/home.json'
import styles from './Design.module.css'

export function Design() {
  const { t } = useTranslation()
  return (
    <section className={`section container ${styles.section ?? ''}`}>
      <div className={styles.words}>
        <h2>{t('HOME.DESIGN.TITLE')}</h2>
        <div className={styles.foot}>
          <p className={`lead second ${styles.text ?? ''}`}>{t('HOME.DESIGN.TEXT')}</p>
          <ButtonLink href="/shop">{t('HOME.VIEW_ALL')}</ButtonLink>
        </div>
      </div>
      <div className={styles.panes}>
        <Picture {...scenes['design-1']} alt="" sizes={`${wide} 24vw, 100vw`} className={styles.low} />
        <Picture {...scenes['design-2']} alt="" sizes="25vw" className={styles.high} />
      </div>
    </section>
  )
}
