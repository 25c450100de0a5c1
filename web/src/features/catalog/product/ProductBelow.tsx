import { Optional } from '@/components/part'
import { Progressive } from '@/components/lists/Progressive'
import type { Product } from '@/lib/api/types'
import { Measurements } from './Measurements'
import { ProductFacts } from './ProductFacts'
import { RecentProducts } from './RecentProducts'
import { RelatedProducts } from './RelatedProducts'
import { Room } from './Room'
import { SheetFoot } from './SheetFoot'

/** The sections below a product's first screen; not part of the first load. */
export default function ProductBelow({ product }: { product: Product }) {
  return (
    <Progressive>
      <Measurements product={product} />
      <ProductFacts product={product} />
      <SheetFoot product={product} />
      <div className="screen-only">
        <Optional>
          <Room key={product.id} product={product} />
        </Optional>
      </div>
      <div className="screen-only">
        <RelatedProducts product={product} />
      </div>
      <div className="screen-only">
        <Optional>
          <RecentProducts key={product.id} productId={product.id} />
        </Optional>
      </div>
    </Progressive>
  )
}
