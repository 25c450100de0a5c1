import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { wide } from '@shared/media'
import { useQuery } from '@shared/query/use-query'
import { Breadcrumb } from '@/components/Breadcrumb'
import { ErrorPane } from '@shared/components/ErrorPane'
import { Picture } from '@/components/Picture'
import { Skeleton } from '@shared/components/Skeleton'
import { storesQuery } from '@/lib/api/content-queries'
import { useSession } from '@/lib/session'
import scenes from '@/lib/scenes/contact.json'
import styles from './ContactPage.module.css'
import { MapFrame } from './MapFrame'
import { StoreEntry } from './StoreEntry'

const ContactForm = lazy(() => import('./ContactForm'))

/** The stores, the contact form and the maps. */
export default function ContactPage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(storesQuery)
  const customer = useSession((state) => state.customer)
  const stores = data?.data ?? []
  const withMap = stores.filter(({ mapUrl }) => mapUrl !== null)

  return (
    <div className="container">
      <Breadcrumb crumbs={[{ label: t('NAV.HOME'), href: '/' }, { label: t('NAV.CONTACT') }]} />
      <h1>{t('CONTACT.TITLE')}</h1>
      <div className={styles.columns}>
        <section aria-label={t('CONTACT.STORES')} className={styles.main}>
          {data !== undefined ? (
            stores.map((store) => <StoreEntry key={store.id} store={store} />)
          ) : error === null ? (
            <Skeleton height={520} />
          ) : (
            <ErrorPane text={t('CONTACT.LOAD_ERROR')} onRetry={() => void refetch()} />
          )}
        </section>
        <div className={styles.pictures}>
          <Picture {...scenes['store-1']} alt={t('CONTACT.PICTURE_ROOM')} sizes={sizes} className={styles.picture} />
          <Picture {...scenes['store-2']} alt={t('CONTACT.PICTURE_SAMPLES')} sizes={sizes} className={styles.picture} />
        </div>
      </div>

      <section className="section" aria-labelledby="contact-form">
        <div className={styles.columns}>
          <div className={styles.main}>
            <h2 id="contact-form" className={styles.title}>
              {t('CONTACT.FORM.TITLE')}
            </h2>
            <Suspense fallback={<div className={styles.form} />}>
              <ContactForm key={customer} />
            </Suspense>
          </div>
          <p className={styles.aside}>{t('CONTACT.FORM.LEAD')}</p>
        </div>
      </section>

      {withMap.length > 0 && (
        <section className="section" aria-labelledby="contact-map">
          <h2 id="contact-map">{t('CONTACT.MAP')}</h2>
          <div className={styles.maps}>
            {withMap.map((store) => (
              <MapFrame key={store.id} store={store} />
            ))}
          </div>
        </section>
      )}
    </div>
  )
}

const sizes = `${wide} 33vw, 100vw`
