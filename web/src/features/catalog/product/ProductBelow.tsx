import { Progressive } from '@/components/Progressive'
import type { Product } from '@/lib/api/types'
import { Measurements } from './Measurements'
import { RelatedProducts } from './RelatedProducts'

/** The sections below a product's first screen; not part of the first load. */
export default function ProductBelow({ product }: { product: Product }) {
  return (
    <Progressive>
      <Measurements product={product} />
      <RelatedProducts product={product} />
    </Progressive>
  )
}
