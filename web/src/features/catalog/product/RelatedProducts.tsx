import { useTranslation } from 'react-i18next'
import { useQuery } from '@shared/query/use-query'
import { ProductCard } from '@/components/ProductCard'
import { ProductGrid, ProductGridItem } from '@/components/ProductGrid'
import { QuoteButton } from '@/components/QuoteButton'
import { SectionTitle } from '@/components/SectionTitle'
import { TextLink } from '@/components/TextLink'
import { query } from '@/lib/api/client'
import type { Product } from '@/lib/api/types'

/** Number of products that the shop chooses. */
const relatedCount = 4

/** The products that staff chose, else up to four others of the category. */
function useRelated({ id, categoryId, relatedIds }: Product): Product[] {
  const ids = relatedIds?.join() ?? ''
  const isChosen = ids !== ''
  const chosen = useQuery({
    ...query('/products', { query: { ids } }),
    select: ({ data }) => data,
    enabled: isChosen,
    retry: false,
  })
  const others = useQuery({
    ...query('/products/category/{categoryId}', { path: { categoryId }, query: { page: 1, limit: relatedCount + 1 } }),
    select: (products) => products.filter((other) => other.id !== id).slice(0, relatedCount),
    enabled: !isChosen,
    retry: false,
  })
  return (isChosen ? chosen : others).data ?? []
}

/** Products beside this one; renders nothing if they do not load. */
export function RelatedProducts({ product }: { product: Product }) {
  const { t } = useTranslation()
  const data = useRelated(product)
  if (data.length === 0) return null
  return (
    <section className="section">
      <SectionTitle title={t('PRODUCT.RELATED')}>
        <TextLink href={`/shop?category=${String(product.categoryId)}`} arrow>
          {t('PRODUCT.RELATED_LINK')}
        </TextLink>
      </SectionTitle>
      <ProductGrid>
        {data.map((related) => (
          <ProductGridItem key={related.id}>
            <ProductCard product={related} action={<QuoteButton product={related} card />} />
          </ProductGridItem>
        ))}
      </ProductGrid>
    </section>
  )
}
