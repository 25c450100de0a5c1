import { useTranslation } from 'react-i18next'
import { contained } from '@shared/media'
import { Hotspots, type Hotspot } from '@/components/content/Hotspots'
import { Picture } from '@/components/Picture'
import scenes from '@/lib/scenes/projects.json'
import styles from './Showcase.module.css'

/** A picture of a kitchen with two hotspots. */
export function Showcase() {
  const { t } = useTranslation()
  const spots: readonly Hotspot[] = [
    {
      x: 54.8,
      y: 27.2,
      narrow: { x: 54.3, y: 35.7 },
      title: t('PROJECTS.SHELF'),
      text: t('PROJECTS.SHELF_TEXT'),
      link: { href: '/projects/category/kitchen', label: t('PROJECTS.SHELF_LINK') },
    },
    {
      x: 29.1,
      y: 76.1,
      // Keeps clear of the note in the corner.
      narrow: { x: 29, y: 75 },
      title: t('PROJECTS.DRAWERS'),
      text: t('PROJECTS.DRAWERS_TEXT'),
      link: { href: '/shop?category=2', label: t('PROJECTS.DRAWERS_LINK') },
    },
  ]
  return (
    <section className="section container" aria-labelledby="showcase">
      <div className={styles.head}>
        <h2 id="showcase">{t('PROJECTS.SHOWCASE')}</h2>
        <p className={styles.lead}>{t('PROJECTS.SHOWCASE_TEXT')}</p>
      </div>
      <Hotspots spots={spots}>
        <Picture
          {...scenes.projects}
          narrow={scenes['projects-narrow']}
          alt={t('PROJECTS.SHOWCASE_PICTURE')}
          sizes={`${contained} 1392px, 100vw`}
          className={styles.picture}
        />
      </Hotspots>
    </section>
  )
}
