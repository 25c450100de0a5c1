import { Phone } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatPhone } from '@shared/forms/phone'
import { callUrl } from '@shared/phone-links'
import { useQuery } from '@shared/query/use-query'
import { storesQuery } from '@/lib/api/content-queries'
import { useLanguage } from '@/lib/i18n/setup'
import { localized } from '@/lib/localized'
import styles from './Document.module.css'

/** The telephones of the stores, main store first; nothing until they are known. */
export function StorePhones() {
  const { t } = useTranslation()
  const language = useLanguage()
  const { data } = useQuery(storesQuery)
  const stores = (data?.data ?? []).flatMap((store) => {
    const url = callUrl(store.whatsapp ?? '')
    return store.whatsapp === null || url === null ? [] : [{ ...store, phone: store.whatsapp, url }]
  })
  if (stores.length === 0) return null
  return (
    <section aria-label={t('LINK.CALL')}>
      <h2 className={styles.sectionTitle}>{t('LINK.CALL')}</h2>
      <ul>
        {stores.map((store) => (
          <li key={store.id}>
            <a href={store.url} className={styles.phone}>
              <Phone size={20} strokeWidth={1.5} aria-hidden="true" />
              <span>
                {formatPhone(store.phone)}
                <span className="second">, {localized(store, 'name', language)}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
