import { useTranslation } from 'react-i18next'
import { useQuery } from '@shared/query/use-query'
import { ProductCard } from '@/components/ProductCard'
import { ProductGrid, ProductGridItem } from '@/components/ProductGrid'
import { QuoteButton } from '@/components/QuoteButton'
import { SectionTitle } from '@/components/SectionTitle'
import { TextLink } from '@/components/TextLink'
import { query } from '@/lib/api/client'
import type { Product } from '@/lib/api/types'

/** Products that staff chose, or others of the category; renders nothing if they do not load. */
export function RelatedProducts({ product }: { product: Product }) {
  const { t } = useTranslation()
  const { data = [] } = useQuery({ ...query('/products/{id}/related', { path: { id: product.id } }), retry: false })
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
