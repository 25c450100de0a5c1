import { useTranslation } from 'react-i18next'
import type { Language } from '@shared/language'
import { useLanguage } from '@/lib/i18n/setup'
import { formatAmount } from '@shared/money'
import { toQepik, unitPrice } from '@shared/price'
import { useQuery } from '@shared/query/use-query'
import type { Facets } from '@/lib/api/types'
import type { ProductFilter } from '../queries'
import { FilterGroup } from './FilterGroup'
import styles from './Filters.module.css'
import { priceRangeQuery } from './more-queries'
import type { Range } from './range'
import { RangeFields } from './RangeFields'
import { priceDigits, type ShopChange } from './shop-query'

interface PriceGroupProps {
  filter: ProductFilter
  facets: Facets | null | undefined
  sheet: boolean
  onChange: (change: ShopChange) => void
}

const errorTexts = { number: 'SHOP.PRICE_NUMBER', order: 'SHOP.PRICE_ORDER' } as const

/** The lowest and the highest price in whole AZN; without facets, of the whole shop. */
function usePriceBounds(facets: Facets | null | undefined): Range | undefined {
  const { data } = useQuery({ ...priceRangeQuery, enabled: facets === null })
  if (facets) return facets.price
  const whole = (bound: 'lowest' | 'highest', round: (value: number) => number) => {
    const product = data?.[bound]
    return product ? round(unitPrice(product).payable / 100) : null
  }
  return { min: whole('lowest', Math.floor), max: whole('highest', Math.ceil) }
}

/** `2 790`, without decimals. */
const formatWhole = (azn: number, language: Language) => formatAmount(toQepik(azn), language).slice(0, -3)

/** The price filter, with the number of products in each step of it. */
export function PriceGroup({ filter: { minPrice, maxPrice }, facets, sheet, onChange }: PriceGroupProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const bounds = usePriceBounds(facets)
  const value = [minPrice ?? bounds?.min, maxPrice ?? bounds?.max]
  return (
    <FilterGroup
      title={t('SHOP.PRICE')}
      value={value.every((bound) => typeof bound === 'number') ? value.map((azn) => formatWhole(azn, language)).join('–') : undefined}
      open={!sheet}
    >
      {facets !== null && <Bars bars={facets?.price.bars ?? []} />}
      <RangeFields
        min={minPrice}
        max={maxPrice}
        maxDigits={priceDigits}
        bounds={bounds}
        errorTexts={errorTexts}
        live={sheet}
        onChange={({ min, max }) => onChange({ minPrice: min, maxPrice: max })}
      />
    </FilterGroup>
  )
}

/** Decoration: the fields say the same. */
function Bars({ bars }: { bars: readonly number[] }) {
  const highest = Math.max(...bars, 1)
  return (
    <div className={styles.bars} aria-hidden="true">
      {bars.map((count, index) => (
        <span key={index} style={{ height: `${String((count / highest) * 100)}%` }} />
      ))}
    </div>
  )
}
