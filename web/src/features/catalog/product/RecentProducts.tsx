import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useQuery } from '@shared/query/use-query'
import { ProductCard } from '@/components/ProductCard'
import { ProductGrid, ProductGridItem } from '@/components/ProductGrid'
import { QuoteButton } from '@/components/QuoteButton'
import { SectionTitle } from '@/components/SectionTitle'
import { clearRecent, keepRecent, recentProducts } from '@/lib/recent'
import { useInView } from '@/lib/view/use-in-view'
import { productsByIdQuery } from '@/lib/api/product-queries'

const shownCount = 4

/** The other products that were looked at last; renders no section without any. */
export function RecentProducts({ productId }: { productId: number }) {
  const { t } = useTranslation()
  const [ids, setIds] = useState(() => recentProducts().filter((id) => id !== productId))
  useEffect(() => keepRecent(productId), [productId])
  const place = useRef<HTMLDivElement>(null)
  const isNear = useInView(place, { margin: '600px', once: true })
  const { data = [] } = useQuery({ ...productsByIdQuery(ids), retry: false, enabled: isNear && ids.length > 0 })

  const clear = () => {
    clearRecent()
    setIds([])
    place.current?.focus({ preventScroll: true })
  }
  return (
    <div ref={place} tabIndex={-1}>
      {ids.length > 0 && data.length > 0 && (
        <section className="section">
          <SectionTitle title={t('PRODUCT.RECENT')}>
            <button type="button" className="text-button" onClick={clear}>
              {t('PRODUCT.RECENT_CLEAR')}
            </button>
          </SectionTitle>
          <ProductGrid>
            {data.slice(0, shownCount).map((product) => (
              <ProductGridItem key={product.id}>
                <ProductCard product={product} action={<QuoteButton product={product} card />} />
              </ProductGridItem>
            ))}
          </ProductGrid>
        </section>
      )}
    </div>
  )
}
