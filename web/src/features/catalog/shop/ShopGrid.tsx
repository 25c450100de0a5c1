import { Fragment, memo, useState } from 'react'
import { Progressive } from '@/components/lists/Progressive'
import { ProductCard } from '@/components/ProductCard'
import { ProductGrid, ProductGridItem, type Columns } from '@/components/ProductGrid'
import { QuoteButton } from '@/components/QuoteButton'
import type { Product } from '@/lib/api/types'
import type { CategoryId } from '@/lib/categories'
import { hasOtherSizes } from './other-size'
import { OtherSizePane } from './OtherSizePane'
import styles from './ShopGrid.module.css'

interface ShopGridProps {
  products: readonly Product[]
  columns: Columns
  /** The category of all products, if there is one. */
  category?: CategoryId | null
  /** Colours that the products were asked for. */
  colors?: readonly string[]
  /** Shows the products of the previous filter while the next ones load. */
  stale?: boolean
  /** Already shown by the page's first view: renders progressively and without an entrance animation. */
  inFirstView?: boolean
  /** Off in the first view, which has no prices. */
  priced?: boolean
}

const noColors: readonly string[] = []

/** Number of cards before the pane that completes the rows. */
const cardsBeforePane = 4

export function ShopGrid({
  stale = false,
  colors = noColors,
  category = null,
  inFirstView = false,
  priced = true,
  ...list
}: ShopGridProps) {
  // Products of the previous filter keep its colours.
  const [shownColors, setShownColors] = useState(colors)
  if (!stale && shownColors.join() !== colors.join()) setShownColors(colors)
  return (
    <div className={styles.list} data-in-first-view={inFirstView || undefined} aria-busy={stale}>
      <Cards {...list} colors={shownColors} category={category} inFirstView={inFirstView} priced={priced} />
    </div>
  )
}

/** The colour to show a product in: that of its first picture if it was asked for. */
function shownColor(product: Product, colors: readonly string[]): string | undefined {
  if (colors.length === 0) return undefined
  return [product.images[0]?.color, ...product.colors].find((slug) => typeof slug === 'string' && colors.includes(slug)) ?? undefined
}

type CardsProps = Required<Omit<ShopGridProps, 'stale'>>

/** Not rendered again by a change of the filter that shows the same products until the next ones are there. */
const Cards = memo(function Cards({ products, columns, category, colors, inFirstView, priced }: CardsProps) {
  const card = (product: Product, index: number) => (
    <ProductGridItem key={product.id}>
      <ProductCard
        product={product}
        heading="h2"
        share={Math.round(75 / columns)}
        eager={index < 2}
        priced={priced}
        color={shownColor(product, colors)}
        action={<QuoteButton product={product} card />}
      />
    </ProductGridItem>
  )
  return (
    <ProductGrid columns={columns}>
      <Progressive off={!inFirstView}>
        <Fragment>
          {products.slice(0, cardsBeforePane).map(card)}
          {hasOtherSizes(category) && (
            <li className={styles.pane}>
              <OtherSizePane category={category} />
            </li>
          )}
        </Fragment>
        {products.slice(cardsBeforePane).map((product, index) => card(product, index + cardsBeforePane))}
      </Progressive>
    </ProductGrid>
  )
})
