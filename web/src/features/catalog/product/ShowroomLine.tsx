import { Store } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useQuery } from '@shared/query/use-query'
import { TextLink } from '@/components/TextLink'
import { storesQuery } from '@/lib/api/content-queries'
import type { Product } from '@/lib/api/types'
import { hoursToday } from '@/lib/contact/hours'
import { useLanguage } from '@/lib/i18n/setup'
import { localized } from '@/lib/localized'
import styles from './ShowroomLine.module.css'

/** The stores that show the product, with the hours of today; nothing if none does. */
export default function ShowroomLine({ product }: { product: Product }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [now] = useState(() => new Date())
  const { data } = useQuery({ ...storesQuery, retry: false, enabled: (product.shownIn ?? []).length > 0 })
  const stores = data?.data.filter(({ id }) => product.shownIn?.includes(id)) ?? []
  if (stores.length === 0) return null
  const list = stores.map((store) =>
    t('PRODUCT.SHOWROOM_TODAY', { name: localized(store, 'name', language), hours: hoursToday(store, language, now) }),
  )
  return (
    <li className="screen-only">
      <Store size={24} strokeWidth={1.5} aria-hidden="true" />
      <span>
        {t('PRODUCT.SHOWROOM', { stores: list.join('; ') })}{' '}
        <TextLink href="/contact-us" className={styles.link}>
          {t('PRODUCT.SHOWROOM_LINK')}
        </TextLink>
      </span>
    </li>
  )
}
