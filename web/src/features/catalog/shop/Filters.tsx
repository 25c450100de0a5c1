import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'wouter'
import { categories, type CategoryId } from '@/lib/categories'
import { categoryCountQuery, type ProductFilter } from '../queries'
import styles from './Filters.module.css'
import { PriceRange } from './PriceRange'
import { shopPath, type ShopChange } from './shop-query'

interface FiltersProps {
  filter: ProductFilter
  onChange: (change: ShopChange) => void
}

/** Category and price filters. The link of the selected category deselects it. */
export function Filters({ filter, onChange }: FiltersProps) {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  return (
    <>
      <details className={styles.group} open>
        <summary className={styles.title}>
          {t('SHOP.CATEGORIES')}
          <ChevronDown size={20} strokeWidth={1.5} aria-hidden="true" />
        </summary>
        <ul className={styles.list}>
          {categories.map(({ id, name }) => (
            <li key={id}>
              <Link
                href={shopPath(search, { category: filter.categoryId === id ? null : String(id) })}
                className={styles.category}
                aria-current={filter.categoryId === id ? 'true' : undefined}
              >
                {t(name)}
                <Count category={id} />
              </Link>
            </li>
          ))}
        </ul>
      </details>
      <details className={styles.group} open>
        <summary className={styles.title}>
          {t('SHOP.PRICE')}
          <ChevronDown size={20} strokeWidth={1.5} aria-hidden="true" />
        </summary>
        <PriceRange
          key={`${String(filter.minPrice)} ${String(filter.maxPrice)}`}
          minPrice={filter.minPrice}
          maxPrice={filter.maxPrice}
          onChange={onChange}
        />
      </details>
    </>
  )
}

/** Number of products; 0 if it does not load. */
function Count({ category }: { category: CategoryId }) {
  const { data = 0 } = useQuery(categoryCountQuery(category))
  return <span className={styles.count}>{data}</span>
}
