import type { Product } from '@/lib/api/types'
import { useLanguage } from '@/lib/i18n/setup'
import { localized } from '@/lib/localized'
import gallery from './Gallery.module.css'
import { MainPicture } from './MainPicture'
import styles from './ProductDetails.module.css'
import { ProductName } from './ProductName'
import { ProductPath } from './ProductPath'

/** A product's picture and name; what else is said of it differs too much from one to another. */
export function ProductFirstView({ product }: { product: Product }) {
  return (
    <div className="container">
      <ProductPath product={product} />
      <div className={styles.top}>
        <div className={gallery.gallery}>
          {/* Nearly every product has several pictures: their row is kept free. */}
          <div className={gallery.thumbnails}>
            <span className={gallery.thumbnail} />
          </div>
          <div className={gallery.main}>
            <MainPicture image={product.images[0]} name={localized(product, 'name', useLanguage())} />
          </div>
        </div>
        <div className={styles.facts}>
          <ProductName product={product} />
        </div>
      </div>
    </div>
  )
}
