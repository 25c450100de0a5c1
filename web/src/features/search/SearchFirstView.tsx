import type { Product } from '@/lib/api/types'
import { SearchGrid } from './SearchGrid'
import { SearchHeading } from './SearchHeading'
import styles from './SearchPage.module.css'

/** First view of a search: its first products, and the place of their number. */
export function SearchFirstView({ term, products }: { term: string; products: readonly Product[] }) {
  return (
    <div className="container">
      <SearchHeading term={term} />
      <div className={styles.results}>
        <p className={styles.found} />
        <SearchGrid products={products} priced={false} />
      </div>
    </div>
  )
}
