import { useTranslation } from 'react-i18next'
import { ButtonLink } from '@shared/components/Button'
import { Picture } from '@/components/Picture'
import { TextLink } from '@/components/TextLink'
import scenes from '@/lib/scenes/hero.json'
import styles from './Hero.module.css'

export function Hero() {
  const { t } = useTranslation()
  return (
    <section>
      <Picture {...scenes.hero} narrow={scenes['hero-narrow']} alt="" sizes="100vw" eager className={styles.picture} />
      <div className={`container ${styles.words ?? ''}`}>
        <h1>{t('HOME.HERO_TITLE')}</h1>
        <div className={styles.side}>
          <p className="lead">{t('HOME.HERO_TEXT')}</p>
          <div className={styles.actions}>
            <ButtonLink variant="primary" href="/shop">
              {t('HOME.SHOP_NOW')}
            </ButtonLink>
            <TextLink href="/contact-us" arrow>
              {t('HOME.LEARN_MORE')}
            </TextLink>
          </div>
        </div>
      </div>
    </section>
  )
}
