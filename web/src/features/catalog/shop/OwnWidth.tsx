import { useTranslation } from 'react-i18next'
import { useQuery } from '@shared/query/use-query'
import { Button, ButtonLink } from '@shared/components/Button'
import { EmptyState } from '@shared/components/EmptyState'
import { ProductCard } from '@/components/ProductCard'
import { ProductGrid, ProductGridItem } from '@/components/ProductGrid'
import { TextLink } from '@/components/TextLink'
import { nicheOf, ownSizePath } from '@/lib/niche/own-width'
import { canBeDesigned, designPath } from '@/lib/view/design'
import { productsQuery, typedWidth, type ProductFilter } from '../queries'
import { hasOtherSizes } from './other-size'
import { OtherSizePane } from './OtherSizePane'
import styles from './OwnWidth.module.css'
import type { ShopChange } from './shop-query'
import { withoutFilters } from './without-filters'

interface OwnWidthProps {
  filter: ProductFilter
  /** Whether no product passes the filter. */
  isEmpty?: boolean
  onChange: (change: ShopChange) => void
}

/** The shop makes any width: said above the products of a width, and in place of an empty list. */
export default function OwnWidth({ filter, isEmpty = false, onChange }: OwnWidthProps) {
  if (isEmpty) return <NothingFits filter={filter} onChange={onChange} />
  const width = typedWidth(filter)
  return width === null || !hasOtherSizes(filter.categoryId) ? null : <Answer filter={filter} width={width} />
}

interface OfWidthProps {
  filter: ProductFilter
  /** Centimetres. */
  width: number
}

/** Asks for a piece of exactly the width, or opens the designer at it. */
function AskLink({ filter, width }: OfWidthProps) {
  const { t } = useTranslation()
  const path = ownSizePath({ width, isNiche: nicheOf(filter) !== null, category: filter.categoryId })
  return (
    <div className={styles.ways}>
      <ButtonLink variant="primary" className={styles.ask} href={path}>
        {t('SHOP.MADE_ASK', { width })}
      </ButtonLink>
      {canBeDesigned(filter.categoryId) && (
        <TextLink href={designPath({ widthMm: width * 10 })} arrow>
          {t('DESIGN.WAY_IN')}
        </TextLink>
      )}
    </div>
  )
}

/** Above the products of a width. */
function Answer({ filter, width }: OfWidthProps) {
  const { t } = useTranslation()
  return (
    <section className={styles.answer} aria-label={t('SHOP.MADE_WIDTH', { width })}>
      <p className={styles.below}>{t('SHOP.MADE_BELOW')}</p>
      <AskLink filter={filter} width={width} />
    </section>
  )
}

/** In place of an empty list: what is made to measure comes first, then the nearest sizes. */
function NothingFits({ filter, onChange }: Omit<OwnWidthProps, 'isEmpty'>) {
  const { t } = useTranslation()
  const width = typedWidth(filter)
  return (
    <div className={styles.nothing}>
      {hasOtherSizes(filter.categoryId) &&
        (width === null ? <OtherSizePane category={filter.categoryId} /> : <MadeToWidth filter={filter} width={width} />)}
      <EmptyState title={t('SHOP.NO_PRODUCTS')}>
        <Button onClick={() => onChange({ ...withoutFilters, categoryId: null })}>{t('NAV.ALL_PRODUCTS')}</Button>
      </EmptyState>
    </div>
  )
}

function MadeToWidth({ filter, width }: OfWidthProps) {
  const { t } = useTranslation()
  return (
    <>
      <section className={styles.made}>
        <h2 className={styles.title}>{t('SHOP.MADE_WIDTH', { width })}</h2>
        <p className={styles.text}>{t('SHOP.OTHER_SIZE_TEXT')}</p>
        <AskLink filter={filter} width={width} />
      </section>
      <NearestSizes filter={filter} width={width} />
    </>
  )
}

/** Number of products whose width comes closest. */
const nearestCount = 6

/** The products of the nearest widths; renders nothing without any. */
function NearestSizes({ filter, width }: OfWidthProps) {
  const { t } = useTranslation()
  const others = { ...filter, page: 1, sort: 'default', minWidth: null, maxWidth: null } as const
  const { data } = useQuery(productsQuery(others, width))
  if (data === undefined || data.data.length === 0) return null
  return (
    <section aria-labelledby="nearest-sizes">
      <h2 id="nearest-sizes" className={styles.nearest}>
        {t('SHOP.NEAREST_SIZES')}
      </h2>
      <ProductGrid columns={3}>
        {data.data.slice(0, nearestCount).map((product) => (
          <ProductGridItem key={product.id}>
            <ProductCard product={product} />
          </ProductGridItem>
        ))}
      </ProductGrid>
    </section>
  )
}
