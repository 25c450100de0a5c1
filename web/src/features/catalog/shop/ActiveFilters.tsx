import { useEffect, useRef, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'wouter'
import { FilterChip } from '@/components/Chip'
import { useLanguage } from '@/lib/i18n/setup'
import type { ProductFilter } from '../queries'
import { activeFilters } from './active-filters'
import styles from './ActiveFilters.module.css'
import { shopPath, withoutFilters, type ShopChange } from './shop-query'

interface ActiveFiltersProps {
  filter: ProductFilter
  /** Takes the focus after the last chip is removed. */
  after: RefObject<HTMLElement | null>
  onChange: (change: ShopChange) => void
}

/** The chosen filters as removable chips; renders nothing without filters. */
export function ActiveFilters({ filter, after, onChange }: ActiveFiltersProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [search] = useSearchParams()
  const row = useRef<HTMLUListElement>(null)
  const removed = useRef<number | null>(null)
  const chips = activeFilters(t, language, filter)

  // A removed chip takes the focus with it.
  useEffect(() => {
    if (removed.current === null) return
    const next = row.current?.querySelectorAll('a')[removed.current]
    removed.current = null
    if (next === undefined) after.current?.focus({ preventScroll: true })
    else next.focus()
  }, [chips.length, after])

  if (chips.length === 0) return null
  return (
    <ul ref={row} className={styles.row}>
      {chips.map(({ label, change }, index) => (
        <li key={label}>
          <FilterChip
            label={label}
            removeLabel={t('SHOP.CHIP_REMOVE', { name: label })}
            href={shopPath(search, change)}
            onRemove={() => {
              removed.current = index
              onChange(change)
            }}
          />
        </li>
      ))}
      <li>
        <button
          type="button"
          className={styles.clear}
          onClick={() => {
            removed.current = chips.length
            onChange(withoutFilters)
          }}
        >
          {t('SHOP.CLEAR')}
        </button>
      </li>
    </ul>
  )
}
