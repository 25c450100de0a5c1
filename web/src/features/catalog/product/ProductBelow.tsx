import { OneByOne } from '@/components/OneByOne'
import type { Product } from '@/lib/api/types'
import { Measurements } from './Measurements'
import { RelatedProducts } from './RelatedProducts'

/** What lies below a product's first screen; it comes after the first load. */
export default function ProductBelow({ product }: { product: Product }) {
  return (
    <OneByOne>
      <Measurements product={product} />
      <RelatedProducts product={product} />
    </OneByOne>
  )
}
