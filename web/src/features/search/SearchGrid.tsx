import { ProductCard } from '@/components/ProductCard'
import { ProductGrid, ProductGridItem } from '@/components/ProductGrid'
import type { Product } from '@/lib/api/types'

interface SearchGridProps {
  products: readonly Product[]
  /** Off in the first view, which has no prices. */
  priced?: boolean
}

/** Number of cards whose pictures load first: a row on phones. */
const eagerCards = 2

export function SearchGrid({ products, priced = true }: SearchGridProps) {
  return (
    <ProductGrid>
      {products.map((product, index) => (
        <ProductGridItem key={product.id}>
          <ProductCard product={product} heading="h2" eager={index < eagerCards} priced={priced} />
        </ProductGridItem>
      ))}
    </ProductGrid>
  )
}
