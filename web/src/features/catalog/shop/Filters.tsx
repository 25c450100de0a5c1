import { useTranslation } from 'react-i18next'
import type { Facets } from '@/lib/api/types'
import { availabilities, type ProductFilter } from '../queries'
import { CategoryGroup } from './CategoryGroup'
import { ColorGroup } from './ColorGroup'
import { FilterGroup } from './FilterGroup'
import { OptionBox } from './OptionBox'
import { PriceGroup } from './PriceGroup'
import type { ShopChange } from './shop-query'
import { WidthGroup } from './WidthGroup'

interface FiltersProps {
  filter: ProductFilter
  /** `null` if the list came without them, `undefined` while it loads. */
  facets: Facets | null | undefined
  onChange: (change: ShopChange) => void
  /** In a sheet, changes wait to be applied. */
  sheet?: boolean
}

const availabilityNames = { stock: 'SHOP.STOCK', order: 'PRODUCT.MADE_TO_ORDER' } as const

/** The groups of filters. */
export default function Filters({ filter, facets, onChange, sheet = false }: FiltersProps) {
  const { t } = useTranslation()
  const { availability, discounted } = filter
  return (
    <>
      <CategoryGroup selected={filter.categoryId} facets={facets} sheet={sheet} onChange={onChange} />
      <PriceGroup filter={filter} facets={facets} sheet={sheet} onChange={onChange} />
      {facets !== undefined && (
        <>
          <WidthGroup filter={filter} facets={facets} sheet={sheet} onChange={onChange} />
          <ColorGroup selected={filter.colors} facets={facets} onChange={onChange} />
          <FilterGroup title={t('SHOP.AVAILABILITY')} open>
            {availabilities.map((value) => (
              <OptionBox
                key={value}
                checked={availability.includes(value)}
                count={facets?.availability[value]}
                onChange={(chosen) =>
                  onChange({ availability: availabilities.filter((other) => (other === value ? chosen : availability.includes(other))) })
                }
              >
                {t(availabilityNames[value])}
              </OptionBox>
            ))}
          </FilterGroup>
          <FilterGroup title={t('SHOP.DISCOUNT')} open={!sheet || discounted}>
            <OptionBox checked={discounted} count={facets?.discount} onChange={(chosen) => onChange({ discounted: chosen })}>
              {t('SHOP.DISCOUNTED')}
            </OptionBox>
          </FilterGroup>
        </>
      )}
    </>
  )
}
