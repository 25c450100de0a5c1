import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Store } from '@/lib/api/types'
import { useLanguage } from '@/lib/i18n/setup'
import { localized } from '@/lib/localized'
import { networkUrl, networks } from '@/lib/contact/networks'
import { formatPhone } from './phone'
import styles from './StoreEntry.module.css'

/** Address, opening hours and contacts of a store. */
export function StoreEntry({ store }: { store: Store }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const whatsapp = networkUrl('whatsapp', store.whatsapp)
  const pages = networks.flatMap(({ key, name }) => {
    const href = key === 'whatsapp' ? null : networkUrl(key, store[key])
    return href === null ? [] : [{ name, href }]
  })

  const row = (label: string, content: ReactNode) => (
    <div className={styles.row}>
      <dt className={styles.label}>{label}</dt>
      <dd>{content}</dd>
    </div>
  )
  return (
    <article className={styles.store}>
      <h2 className={styles.name}>{localized(store, 'name', language)}</h2>
      <dl>
        {row(t('CONTACT.ADDRESS'), localized(store, 'address', language))}
        {row(t('CONTACT.WEEKDAYS'), <span className="figures">{localized(store, 'weekdayHours', language)}</span>)}
        {row(t('CONTACT.WEEKEND'), <span className="figures">{localized(store, 'weekendHours', language)}</span>)}
        {whatsapp !== null &&
          row(
            t('CONTACT.WHATSAPP'),
            <a href={whatsapp} className={styles.link} rel="noopener" target="_blank">
              {formatPhone(store.whatsapp ?? '')}
            </a>,
          )}
        {store.email !== null &&
          row(
            t('FORM.EMAIL'),
            <a href={`mailto:${store.email}`} className={styles.link}>
              {store.email}
            </a>,
          )}
        {pages.length > 0 &&
          row(
            t('NAV.SOCIAL'),
            <ul className={styles.pages}>
              {pages.map(({ name, href }) => (
                <li key={name}>
                  <a href={href} className={styles.link} rel="noopener" target="_blank">
                    {name}
                  </a>
                </li>
              ))}
            </ul>,
          )}
      </dl>
    </article>
  )
}
