import { startTransition } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'wouter'
import { useQuery } from '@shared/query/use-query'
import { categories, type CategoryId } from '@/lib/categories'
import type { Facets } from '@/lib/api/types'
import { FilterGroup } from './FilterGroup'
import styles from './Filters.module.css'
import { categoryCountQuery } from './more-queries'
import { shopPath, type ShopChange } from './shop-query'

interface CategoryGroupProps {
  selected: CategoryId | null
  facets: Facets | null | undefined
  /** Buttons in place of links. */
  sheet: boolean
  onChange: (change: ShopChange) => void
}

/** The categories, of which one may be chosen; choosing it again clears it. */
export function CategoryGroup({ selected, facets, sheet, onChange }: CategoryGroupProps) {
  const { t } = useTranslation()
  const [search] = useSearchParams()

  const entry = (id: CategoryId, name: string) => {
    const isSelected = id === selected
    const off = !isSelected && facets?.categories[id] === 0
    const change = { categoryId: isSelected ? null : id }
    const content = (
      <>
        {name}
        <Count category={id} facets={facets} />
      </>
    )
    if (sheet) {
      return (
        <button type="button" className={styles.category} aria-pressed={isSelected} disabled={off} onClick={() => onChange(change)}>
          {content}
        </button>
      )
    }
    if (off) return <span className={styles.category}>{content}</span>
    return (
      <Link
        href={shopPath(search, change)}
        className={styles.category}
        aria-current={isSelected ? 'true' : undefined}
        onClick={(event) => {
          event.preventDefault()
          startTransition(() => onChange(change))
        }}
      >
        {content}
      </Link>
    )
  }

  const selectedName = categories.find(({ id }) => id === selected)?.name
  return (
    <FilterGroup title={t('SHOP.CATEGORIES')} value={selectedName && t(selectedName)} open>
      <ul>
        {categories.map(({ id, name }) => (
          <li key={id}>{entry(id, t(name))}</li>
        ))}
      </ul>
    </FilterGroup>
  )
}

interface CountProps {
  category: CategoryId
  /** `null` if the list came without them, `undefined` while it loads. */
  facets: Facets | null | undefined
}

/** Number of products with the other filters applied; without facets, of all in the category, and 0 if that does not load. */
function Count({ category, facets }: CountProps) {
  const { data = 0 } = useQuery({ ...categoryCountQuery(category), enabled: facets === null })
  const count = facets === null ? data : facets?.categories[category]
  return <span className={styles.count}>{count}</span>
}
