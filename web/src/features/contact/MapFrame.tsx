import { MapPin } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import type { Store } from '@/lib/api/types'
import { useLanguage } from '@/lib/i18n/setup'
import { localized } from '@/lib/localized'
import styles from './MapFrame.module.css'

/** A third-party map, loaded only on request. */
export function MapFrame({ store }: { store: Store }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [shown, setShown] = useState(false)
  const name = localized(store, 'name', language)
  const url = store.mapUrl
  if (url === null || !URL.canParse(url)) return null

  return (
    <figure className={styles.map}>
      <div className={styles.box}>
        {shown ? (
          <iframe className={styles.frame} src={url} title={t('CONTACT.MAP_OF', { name })} />
        ) : (
          <div className={styles.invitation}>
            <MapPin size={24} strokeWidth={1.5} aria-hidden="true" />
            <p>{t('CONTACT.MAP_NOTE', { host: new URL(url).host })}</p>
            <Button aria-label={t('CONTACT.MAP_SHOW_OF', { name })} onClick={() => setShown(true)}>
              {t('CONTACT.MAP_SHOW')}
            </Button>
          </div>
        )}
      </div>
      <figcaption className={styles.caption}>
        {name}, {localized(store, 'address', language)}
      </figcaption>
    </figure>
  )
}
