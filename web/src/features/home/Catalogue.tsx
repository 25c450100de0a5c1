import { lazy, Suspense, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Scene } from '@/components/Scene'
import { Skeleton } from '@/components/Skeleton'
import { useInView } from '@/lib/use-in-view'
import styles from './Catalogue.module.css'

const CatalogueForm = lazy(() => import('./CatalogueForm'))

/** The form's own height, kept while its code is on its way. */
const formHeight = 420

/** Sends the catalogue to those who leave their name; the form's code loads when it comes near. */
export function Catalogue() {
  const { t } = useTranslation()
  const section = useRef<HTMLElement>(null)
  const near = useInView(section, { margin: '800px', once: true })
  const waiting = <Skeleton height={formHeight} />
  return (
    <section ref={section} className={`section container ${styles.section ?? ''}`}>
      <Scene name="catalogue" alt="" sizes="(min-width: 992px) 48vw, 100vw" className={styles.picture} />
      <div className={styles.words}>
        <h2>{t('HOME.CATALOGUE.TITLE')}</h2>
        <p className="second">{t('HOME.CATALOGUE.TEXT')}</p>
        {near ? (
          <Suspense fallback={waiting}>
            <CatalogueForm />
          </Suspense>
        ) : (
          waiting
        )}
      </div>
    </section>
  )
}
