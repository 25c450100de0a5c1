import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProductSort } from '@/lib/api/types'
import { sorts, type ShopChange } from './shop-query'
import styles from './Toolbar.module.css'

const names = {
  default: 'SHOP.SORT_DEFAULT',
  popularity: 'SHOP.SORT_POPULARITY',
  rating: 'SHOP.SORT_RATING',
  latest: 'SHOP.SORT_LATEST',
  price_low: 'SHOP.SORT_PRICE_LOW',
  price_high: 'SHOP.SORT_PRICE_HIGH',
} as const satisfies Record<ProductSort, string>

export function SortSelect({ sort, onChange }: { sort: ProductSort; onChange: (change: ShopChange) => void }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <>
      <label htmlFor={id} className="small second">
        {t('SHOP.SORT')}
      </label>
      <select
        id={id}
        className={styles.select}
        value={sort}
        onChange={(event) => onChange({ sort: event.target.value === 'default' ? null : event.target.value })}
      >
        {sorts.map((option) => (
          <option key={option} value={option}>
            {t(names[option])}
          </option>
        ))}
      </select>
    </>
  )
}
