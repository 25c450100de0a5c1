import { useTranslation } from 'react-i18next'
import { FilterChip } from '@/components/Chip'
import { useLanguage } from '@/lib/i18n/setup'
import { formatWithCode } from '@shared/money'
import { categories } from '@/lib/categories'
import { toQepik } from '@shared/price'
import type { ProductFilter } from '../queries'
import styles from './ActiveFilters.module.css'
import type { ShopChange } from './shop-query'

interface ActiveFiltersProps {
  filter: ProductFilter
  onChange: (change: ShopChange) => void
  onClear: () => void
}

/** The active filters as removable chips; renders nothing without filters. */
export function ActiveFilters({ filter: { categoryId, minPrice, maxPrice }, onChange, onClear }: ActiveFiltersProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const category = categories.find(({ id }) => id === categoryId)
  const price = (amount: number) => formatWithCode(toQepik(amount), language)
  const chips: { label: string; change: ShopChange }[] = []
  if (category !== undefined) chips.push({ label: t(category.name), change: { category: null } })
  if (minPrice !== null) chips.push({ label: t('SHOP.CHIP_FROM', { price: price(minPrice) }), change: { minPrice: null } })
  if (maxPrice !== null) chips.push({ label: t('SHOP.CHIP_TO', { price: price(maxPrice) }), change: { maxPrice: null } })
  if (chips.length === 0) return null
  return (
    <ul className={styles.row}>
      {chips.map(({ label, change }) => (
        <li key={label}>
          <FilterChip
            label={label}
            removeLabel={t('SHOP.CHIP_REMOVE', { name: label })}
            onRemove={() => onChange(change)}
          />
        </li>
      ))}
      <li>
        <button type="button" className={styles.clear} onClick={onClear}>
          {t('SHOP.CLEAR')}
        </button>
      </li>
    </ul>
  )
}
