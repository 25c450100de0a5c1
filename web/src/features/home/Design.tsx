import { useTranslation } from 'react-i18next'
import { wide } from '@shared/media'
import { ButtonLink } from '@shared/components/Button'
import styles from './Design.module.css'
import { HomePicture } from './HomePicture'

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
        <HomePicture name="HOME_PICTURE_DESIGN_1" sizes={`${wide} 24vw, 100vw`} className={styles.low} />
        <HomePicture name="HOME_PICTURE_DESIGN_2" sizes="25vw" className={styles.high} />
      </div>
    </section>
  )
}
