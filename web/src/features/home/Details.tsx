import { useTranslation } from 'react-i18next'
import { Hotspots } from '@/components/content/Hotspots'
import { Picture } from '@/components/Picture'
import scenes from '@/lib/scenes/home.json'
import styles from './Details.module.css'

/** A picture of a wardrobe with two hotspots. */
export function Details() {
  const { t } = useTranslation()
  const link = { href: '/shop?category=1', label: t('HOME.DETAILS.LINK') }
  return (
    <section className="section container">
      <div className={styles.title}>
        <h2>{t('HOME.DETAILS.TITLE')}</h2>
        <p className="second">{t('HOME.DETAILS.LEAD')}</p>
      </div>
      <Hotspots
        spots={[
          {
            x: 62.7,
            y: 31.5,
            narrow: { x: 74, y: 36.8 },
            title: t('HOME.DETAILS.HINGE'),
            text: t('HOME.DETAILS.HINGE_TEXT'),
            link,
          },
          {
            x: 41.1,
            y: 83.5,
            narrow: { x: 28, y: 78 },
            title: t('HOME.DETAILS.DRAWER'),
            text: t('HOME.DETAILS.DRAWER_TEXT'),
            link,
            before: true,
          },
        ]}
      >
        <Picture
          {...scenes.hotspots}
          narrow={scenes['hotspots-narrow']}
          alt={t('HOME.DETAILS.PICTURE')}
          sizes="100vw"
          className={styles.picture}
        />
      </Hotspots>
    </section>
  )
}
