import { useRef, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'wouter'
import { FilterChip } from '@/components/lists/Chip'
import { useLanguage } from '@/lib/i18n/setup'
import type { ProductFilter } from '../queries'
import { activeFilters } from './active-filters'
import styles from './ActiveFilters.module.css'
import { shopPath, type ShopChange } from './shop-query'
import { withoutFilters } from './without-filters'

interface ActiveFiltersProps {
  filter: ProductFilter
  /** Takes the focus when the last chip is removed. */
  after: RefObject<HTMLElement | null>
  onChange: (change: ShopChange) => void
}

/** The chosen filters as removable chips. */
export default function ActiveFilters({ filter, after, onChange }: ActiveFiltersProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [search] = useSearchParams()
  const row = useRef<HTMLUListElement>(null)

  /** A removed chip takes the focus with it: the next one gets it, or what comes after the last. */
  const remove = (change: ShopChange, next: number) => {
    const chip = row.current?.querySelectorAll('a')[next]
    if (chip === undefined) after.current?.focus({ preventScroll: true })
    else chip.focus()
    onChange(change)
  }

  const chips = activeFilters(t, language, filter)
  return (
    <ul ref={row} className={styles.row}>
      {chips.map(({ label, change }, index) => (
        <li key={label}>
          <FilterChip
            label={label}
            removeLabel={t('SHOP.CHIP_REMOVE', { name: label })}
            href={shopPath(search, change)}
            onRemove={() => remove(change, index + 1)}
          />
        </li>
      ))}
      <li>
        <button type="button" className={`text-button ${styles.clear ?? ''}`} onClick={() => remove(withoutFilters, chips.length)}>
          {t('SHOP.CLEAR')}
        </button>
      </li>
    </ul>
  )
}
