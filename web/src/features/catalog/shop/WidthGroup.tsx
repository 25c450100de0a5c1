import { useTranslation } from 'react-i18next'
import { TextLink } from '@/components/TextLink'
import type { Facets } from '@/lib/api/types'
import type { ProductFilter } from '../queries'
import { FilterGroup } from './FilterGroup'
import styles from './Filters.module.css'
import { otherSizePath, typedWidth } from './other-size'
import { RangeFields } from './RangeFields'
import { widthDigits, type ShopChange } from './shop-query'

interface WidthGroupProps {
  filter: ProductFilter
  facets: Facets | null
  sheet: boolean
  onChange: (change: ShopChange) => void
}

const errorTexts = { number: 'SHOP.WIDTH_NUMBER', order: 'SHOP.WIDTH_ORDER' } as const

/** The width filter in whole centimetres. */
export function WidthGroup({ filter, facets, sheet, onChange }: WidthGroupProps) {
  const { t } = useTranslation()
  const { minWidth, maxWidth } = filter
  return (
    <FilterGroup title={t('SHOP.WIDTH')} open>
      <RangeFields
        min={minWidth}
        max={maxWidth}
        maxDigits={widthDigits}
        bounds={facets?.width}
        errorTexts={errorTexts}
        live={sheet}
        onChange={({ min, max }) => onChange({ minWidth: min, maxWidth: max })}
      />
      <p className={styles.hint}>
        {t('SHOP.WIDTH_HINT')} <TextLink href={otherSizePath(typedWidth(filter), filter.categoryId)}>{t('SHOP.WIDTH_ASK')}</TextLink>
      </p>
    </FilterGroup>
  )
}
