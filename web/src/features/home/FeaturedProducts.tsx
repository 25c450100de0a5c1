import { memo, useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useQuery } from '@shared/query/use-query'
import { ErrorPane } from '@shared/components/ErrorPane'
import { ProductCard } from '@/components/ProductCard'
import { ProductGrid, ProductGridItem, ProductGridSkeleton } from '@/components/ProductGrid'
import { QuoteButton } from '@/components/QuoteButton'
import { Tabs } from '@/components/Tabs'
import { TextLink } from '@/components/TextLink'
import type { Product } from '@/lib/api/types'
import { categories, type CategoryId } from '@/lib/categories'
import { AddToCartButton } from './AddToCartButton'
import styles from './FeaturedProducts.module.css'
import { featuredCount, featuredQuery } from './queries'

const Cards = memo(function Cards({ products }: { products: readonly Product[] }) {
  return (
    <ProductGrid>
      {products.map((product) => (
        <ProductGridItem key={product.id}>
          <ProductCard product={product} corner={<AddToCartButton product={product} />} action={<QuoteButton product={product} card />} />
        </ProductGridItem>
      ))}
    </ProductGrid>
  )
})

export function FeaturedProducts() {
  const { t } = useTranslation()
  const [category, setCategory] = useState<CategoryId>(1)
  // The tab answers to its press first, the products follow.
  const shown = useDeferredValue(category)
  const { data, error, refetch } = useQuery(featuredQuery(shown))
  return (
    <section className="section container">
      <h2 className={styles.title}>{t('HOME.FEATURED')}</h2>
      <Tabs
        label={t('HOME.FEATURED_TABS')}
        tabs={categories.map(({ id, name }) => ({ key: id, label: t(name) }))}
        selected={category}
        onSelect={setCategory}
      >
        {error !== null ? (
          <ErrorPane text={t('SHOP.ERROR')} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <ProductGridSkeleton count={featuredCount} text={t('SHOP.LOADING')} />
        ) : (
          <Cards products={data} />
        )}
      </Tabs>
      <div className={styles.all}>
        <TextLink href="/shop" arrow>
          {t('HOME.VIEW_ALL')}
        </TextLink>
      </div>
    </section>
  )
}
