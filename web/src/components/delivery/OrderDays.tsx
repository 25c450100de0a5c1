import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { productsByIdQuery } from '@/lib/api/product-queries'
import { shopTermsQuery } from '@/lib/api/shop-terms-query'
import type { ShopTerms } from '@/lib/api/types'
import { keptCity } from '@/lib/city'
import { deliveryArea, deliveryDays, formatDays, readyDay } from '@/lib/delivery/days'
import { useLanguage } from '@/lib/i18n/setup'
import { localized } from '@/lib/localized'
import { formatDay } from '@shared/dates'
import type { Language } from '@shared/language'
import { useQuery } from '@shared/query/use-query'
import styles from './OrderDays.module.css'

interface OrderDaysProps {
  productIds: readonly number[]
  /** Time of the order; now without one. */
  orderedAt?: string
}

/** When the products of an order come, by the shop's terms: those in stock and those made to order; nothing without terms. */
export default function OrderDays({ productIds, orderedAt }: OrderDaysProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [now] = useState(() => new Date())
  const { data: terms } = useQuery(shopTermsQuery)
  const { data: products } = useQuery(productsByIdQuery(productIds))
  if (!terms || products === undefined) return null
  const at = orderedAt === undefined ? now : new Date(orderedAt)
  const stock = products.some(({ stockQuantity }) => stockQuantity !== null) ? stockDays(terms, at, now, language) : null
  const ready = products.some(({ stockQuantity }) => stockQuantity === null) ? readyDay(terms, at) : null
  return (
    <dl className={styles.days}>
      {stock !== null && (
        <div className={styles.row}>
          <dt>{t('CART.FROM_STOCK')}</dt>
          <dd className={styles.day}>{stock.city === null ? stock.days : t('CART.IN_CITY', { city: stock.city, days: stock.days })}</dd>
        </div>
      )}
      {ready !== null && (
        <div className={styles.row}>
          <dt>{t('PRODUCT.MADE_TO_ORDER')}</dt>
          <dd className={styles.day}>{t('CART.READY', { day: formatDay(ready, language, now) })}</dd>
        </div>
      )}
    </dl>
  )
}

/** The days of delivery to the city chosen last, with its name if there are several; null if the shop delivers nowhere. */
function stockDays(terms: ShopTerms, at: Date, now: Date, language: Language): { days: string; city: string | null } | null {
  const area = deliveryArea(terms, keptCity())
  const days = area === undefined ? null : deliveryDays(terms, area.workingDays, at)
  if (area === undefined || days === null) return null
  return {
    days: formatDays(days, language, now),
    city: terms.delivery.length === 1 ? null : localized(area, 'name', language),
  }
}
