import { useTranslation } from 'react-i18next'
import { ButtonLink } from '@shared/components/Button'
import { Picture } from '@/components/Picture'
import { TextLink } from '@/components/TextLink'
import type { ProductImage } from '@/lib/api/types'
import { useLanguage } from '@/lib/i18n/setup'
import { imageWidths } from '@/lib/image'
import { localized } from '@/lib/localized'
import scenes from '@/lib/scenes/hero.json'
import styles from './Hero.module.css'

const box = { sizes: '100vw', eager: true, className: styles.picture }

/** `picture` is the one that staff chose. */
export function Hero({ picture }: { picture?: ProductImage | undefined }) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <section>
      {picture === undefined ? (
        <Picture {...scenes.hero} narrow={scenes['hero-narrow']} alt="" {...box} />
      ) : (
        <Picture image={picture} widths={imageWidths(picture)} alt={localized(picture, 'alt', language)} {...box} />
      )}
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
