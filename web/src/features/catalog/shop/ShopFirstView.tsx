import type { Product } from '@/lib/api/types'
import styles from '../ShopPage.module.css'
import { FiltersButton } from './FiltersButton'
import { readShopAddress } from './shop-address'
import { ShopGrid } from './ShopGrid'
import { ShopTitle } from './ShopTitle'
import { Toolbar } from './Toolbar'

const { filter, columns } = readShopAddress(new URLSearchParams())

/** The shop with its first products, or with none where the list is narrowed: what is chosen stands above it then. */
export function ShopFirstView({ products }: { products: readonly Product[] }) {
  return (
    <div className="container">
      <ShopTitle />
      <div className={styles.columns}>
        <aside className={styles.side} />
        <div className={styles.results}>
          <Toolbar filter={filter} columns={columns} total={undefined} onPage={0} onChange={() => undefined}>
            <FiltersButton />
          </Toolbar>
          {products.length > 0 && <ShopGrid products={products} columns={columns} still priced={false} />}
        </div>
      </div>
    </div>
  )
}
