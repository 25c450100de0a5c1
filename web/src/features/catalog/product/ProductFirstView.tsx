import type { Product } from '@/lib/api/types'
import { useLanguage } from '@/lib/i18n/setup'
import { localized } from '@/lib/localized'
import gallery from './Gallery.module.css'
import { MainPicture } from './MainPicture'
import styles from './ProductDetails.module.css'
import { ProductName } from './ProductName'
import { ProductBreadcrumb } from './ProductBreadcrumb'

/**
 * First view of a product: picture and name. The layout of the rest depends on the product, and its price on the visitor;
 * without scripts, the public price and the description are shown.
 */
export function ProductFirstView({ product, price }: { product: Product; price: string }) {
  const language = useLanguage()
  return (
    <div className="container">
      <ProductBreadcrumb product={product} />
      <div className={styles.top}>
        <div className={gallery.gallery}>
          {/* Reserves the row of thumbnails, which nearly every product has. */}
          <div className={gallery.thumbnails}>
            <span className={gallery.thumbnail} />
          </div>
          <div className={gallery.main}>
            {/* On narrow screens the next picture is in sight, too. */}
            <div className={gallery.strip}>
              <div className={gallery.pane}>
                <MainPicture image={product.images[0]} name={localized(product, 'name', language)} />
              </div>
              <div className={gallery.pane} />
            </div>
          </div>
        </div>
        <div className={styles.facts}>
          <ProductName product={product} />
          <noscript>
            <p className="lead">{price}</p>
            <p className={styles.description}>{localized(product, 'description', language)}</p>
          </noscript>
        </div>
      </div>
    </div>
  )
}
