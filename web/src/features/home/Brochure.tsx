import { lazy, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { wide } from '@shared/media'
import { Optional } from '@/components/part'
import { Skeleton } from '@shared/components/Skeleton'
import { useInView } from '@/lib/view/use-in-view'
import styles from './Brochure.module.css'
import { HomePicture } from './HomePicture'

const BrochureForm = lazy(() => import('./BrochureForm'))

/** Height of the form, reserved while its code loads. */
const formHeight = 420

/** Offers the brochure; the form's code loads near the viewport. */
export function Brochure() {
  const { t } = useTranslation()
  const section = useRef<HTMLElement>(null)
  const near = useInView(section, { margin: '800px', once: true })
  const placeholder = <Skeleton height={formHeight} />
  return (
    <section ref={section} className={`section container ${styles.section ?? ''}`}>
      <HomePicture name="HOME_PICTURE_CATALOGUE" sizes={`${wide} 48vw, 100vw`} className={styles.picture} />
      <div className={styles.words}>
        <h2>{t('HOME.CATALOGUE.TITLE')}</h2>
        <p className="second">{t('HOME.CATALOGUE.TEXT')}</p>
        {near ? (
          <Optional fallback={placeholder}>
            <BrochureForm />
          </Optional>
        ) : (
          placeholder
        )}
      </div>
    </section>
  )
}
