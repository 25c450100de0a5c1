import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shopTermsQuery } from '@/lib/api/shop-terms-query'
import type { Product } from '@/lib/api/types'
import { keptCity } from '@/lib/city'
import { deliveryDays, formatDays, readyDay } from '@/lib/delivery/days'
import { useLanguage } from '@/lib/i18n/setup'
import { formatDay } from '@shared/dates'
import { useQuery } from '@shared/query/use-query'

/** When a product is delivered from stock, or ready if it is made to order or sold out; nothing without terms. */
export function CardDays({ product: { stockQuantity } }: { product: Product }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [now] = useState(() => new Date())
  const { data: terms } = useQuery(shopTermsQuery)
  if (!terms) return null
  if (stockQuantity === null || stockQuantity <= 0) {
    const ready = readyDay(terms, now)
    if (ready === null) return null
    const day = formatDay(ready, language, now)
    return (
      <>
        <span aria-hidden="true">{t('PRODUCT.ABOUT_DAY', { day })}</span>
        <span className="visually-hidden">{t('PRODUCT.READY', { day })}</span>
      </>
    )
  }
  const city = keptCity()
  const area = terms.delivery.find(({ code }) => code === city) ?? terms.delivery[0]
  const days = area === undefined ? null : deliveryDays(terms, area.workingDays, now)
  return days === null ? null : t('PRODUCT.DELIVERED', { days: formatDays(days, language, now) })
}
