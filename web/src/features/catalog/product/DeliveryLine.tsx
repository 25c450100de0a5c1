import { Truck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useQuery } from '@shared/query/use-query'
import { shopTermsQuery } from '@/lib/api/shop-terms-query'
import type { Product, ShopTerms } from '@/lib/api/types'
import { keepCity, keptCity } from '@/lib/city'
import { deliveryArea, deliveryDays, formatDays, readyDay } from '@/lib/delivery/days'
import { useLanguage } from '@/lib/i18n/setup'
import { localized } from '@/lib/localized'
import { formatDay } from '@shared/dates'
import styles from './DeliveryLine.module.css'

/**
 * When the product is delivered or ready, by the shop's terms, and what the price includes; only the latter without terms. A
 * product that is sold out is made to order.
 */
export function DeliveryLine({ product }: { product: Product }) {
  const { t } = useTranslation()
  const isToOrder = product.stockQuantity === null || product.stockQuantity <= 0
  const { data: terms, isPending } = useQuery(shopTermsQuery)
  return (
    <li>
      <Truck size={24} strokeWidth={1.5} aria-hidden="true" />
      <div className={styles.text} data-kind={isToOrder ? 'order' : 'stock'} data-pending={isPending || undefined}>
        {terms && (isToOrder ? <MadeToOrder terms={terms} /> : <StockDelivery terms={terms} />)}
        <p>{t('PRODUCT.DELIVERY')}</p>
      </div>
    </li>
  )
}

/** The day on which a piece is ready that is agreed this week, and the working days that it takes. */
function MadeToOrder({ terms }: { terms: ShopTerms }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [now] = useState(() => new Date())
  const day = readyDay(terms, now)
  return (
    <>
      {day !== null && <p className={styles.days}>{t('PRODUCT.READY', { day: formatDay(day, language, now) })}</p>}
      <p>{t('PRODUCT.AFTER_DRAWING', { count: terms.madeToOrderDays })}</p>
    </>
  )
}

/** The choice of the city and the days of delivery to it; renders nothing if the shop delivers nowhere. */
function StockDelivery({ terms }: { terms: ShopTerms }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [city, setCity] = useState(keptCity)
  const area = deliveryArea(terms, city)
  const [now] = useState(() => new Date())
  const days = area === undefined ? null : deliveryDays(terms, area.workingDays, now)
  if (area === undefined || days === null) return null

  const choose = (code: string) => {
    setCity(code)
    keepCity(code)
  }
  return (
    <>
      {terms.delivery.length === 1 ? (
        <p className={styles.city}>
          {t('PRODUCT.DELIVERY_TO')} <b>{localized(area, 'name', language)}</b>
        </p>
      ) : (
        <label className={styles.city}>
          {t('PRODUCT.DELIVERY_TO')}{' '}
          <select value={area.code} onChange={(event) => choose(event.target.value)}>
            {terms.delivery.map((option) => (
              <option key={option.code} value={option.code}>
                {localized(option, 'name', language)}
              </option>
            ))}
          </select>
        </label>
      )}
      <p className={styles.days} aria-live="polite">
        {t('PRODUCT.DELIVERED', { days: formatDays(days, language, now) })}
      </p>
    </>
  )
}
