import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProductSort } from '@/lib/api/types'
import { FilterGroup } from './FilterGroup'
import styles from './Filters.module.css'
import { sortNames, sorts } from './sorts'
import type { ShopChange } from './shop-query'

/** The sort order as a group of the sheet. */
export function SortGroup({ sort, onChange }: { sort: ProductSort; onChange: (change: ShopChange) => void }) {
  const { t } = useTranslation()
  const name = useId()
  return (
    <FilterGroup title={t('SHOP.SORT')} value={t(sortNames[sort])} open={false}>
      {sorts.map((option) => (
        <label key={option} className={`check ${styles.option ?? ''}`}>
          <input type="radio" name={name} checked={option === sort} onChange={() => onChange({ sort: option })} />
          {t(sortNames[option])}
        </label>
      ))}
    </FilterGroup>
  )
}
