import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shopTermsQuery } from '@/lib/api/shop-terms-query'
import type { Product, ShopTerms } from '@/lib/api/types'
import { keptCity } from '@/lib/city'
import { deliveryArea, deliveryDays, readyDay } from '@/lib/delivery/days'
import { useLanguage } from '@/lib/i18n/setup'
import { formatDay } from '@shared/dates'
import { useQuery } from '@shared/query/use-query'

/** Returns the last day of delivery to the visitor's city, or `null` if the shop delivers nowhere or does not work. */
function lastDay(terms: ShopTerms, now: Date): string | null {
  const area = deliveryArea(terms, keptCity())
  return area === undefined ? null : (deliveryDays(terms, area.workingDays, now)?.last ?? null)
}

/**
 * The day by which a product is delivered from stock, or about which it is ready if it is made to order or sold out; nothing without
 * terms. One day, as a line of a card on a phone has no room for two.
 */
export function CardDays({ product: { stockQuantity } }: { product: Product }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [now] = useState(() => new Date())
  const { data: terms } = useQuery(shopTermsQuery)
  if (!terms) return null
  const isInStock = stockQuantity !== null && stockQuantity > 0
  const date = isInStock ? lastDay(terms, now) : readyDay(terms, now)
  if (date === null) return null
  const day = formatDay(date, language, now)
  if (isInStock) return t('PRODUCT.WITH_YOU_BY', { day })
  return (
    <>
      <span aria-hidden="true">{t('PRODUCT.ABOUT_DAY', { day })}</span>
      <span className="visually-hidden">{t('PRODUCT.READY', { day })}</span>
    </>
  )
}
