import { formatPhone } from '@shared/forms/phone'
import { useQuery } from '@shared/query/use-query'
import { storesQuery } from '@/lib/api/content-queries'
import type { Product } from '@/lib/api/types'
import { useLanguage } from '@/lib/i18n/setup'
import { localized } from '@/lib/localized'
import { settings } from '@/lib/settings'
import styles from './SheetFoot.module.css'

/** The end of a printed product: its article, its address and the stores. */
export function SheetFoot({ product }: { product: Product }) {
  const language = useLanguage()
  const { data } = useQuery({ ...storesQuery, retry: false })
  const stores = data?.data ?? []
  return (
    <footer className={`print-only ${styles.foot ?? ''}`}>
      <p>
        <b>{settings.brand}</b> · {product.code} · {`${window.location.host}/${language}/shop/${String(product.id)}`}
      </p>
      {stores.map((store) => (
        <p key={store.id}>
          {[
            localized(store, 'name', language),
            localized(store, 'address', language),
            store.whatsapp === null ? '' : formatPhone(store.whatsapp),
          ]
            .filter((part) => part !== '')
            .join(' · ')}
        </p>
      ))}
    </footer>
  )
}
