import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProductSort } from '@/lib/api/types'
import type { ShopChange } from './shop-query'
import { sortNames, sorts } from './sorts'
import styles from './Toolbar.module.css'

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
        onChange={(event) => onChange({ sort: sorts.find((option) => option === event.target.value) ?? 'default' })}
      >
        {sorts.map((option) => (
          <option key={option} value={option}>
            {t(sortNames[option])}
          </option>
        ))}
      </select>
    </>
  )
}
