import type { Product } from '@/lib/api/types'
import styles from '../ShopPage.module.css'
import { FiltersButton } from './FiltersButton'
import { parseShopQuery } from './shop-query'
import { ShopGrid } from './ShopGrid'
import { ShopTitle } from './ShopTitle'
import { Toolbar } from './Toolbar'

const { filter, columns } = parseShopQuery(new URLSearchParams())

/** First view of the shop, without products if it is filtered: the filters above them would shift them. */
export function ShopFirstView({ products, category }: { products: readonly Product[]; category?: string }) {
  return (
    <div className="container">
      <ShopTitle category={category} />
      <div className={styles.columns}>
        <aside className={styles.side} />
        <div className={styles.results}>
          <Toolbar filter={filter} columns={columns} total={undefined} onPage={0} onChange={() => undefined} button={<FiltersButton />} />
          {products.length > 0 && <ShopGrid products={products} columns={columns} inFirstView priced={false} />}
        </div>
      </div>
    </div>
  )
}
