import { useRef, type ReactNode } from 'react'
import { Link } from 'wouter'
import type { Product } from '@/lib/api/types'
import { useLanguage } from '@/lib/i18n/setup'
import { keepKnownProduct } from '@/lib/known-product'
import { localized, textLines } from '@/lib/localized'
import { useLaterView } from '@/lib/later-view'
import { tablet, wide } from '@shared/media'
import { unitPrice } from '@shared/price'
import { DiscountBadge } from './Badge'
import { HeartButton } from './HeartButton'
import { Picture } from './Picture'
import { NoPrice, PriceBlock } from './PriceBlock'
import styles from './ProductCard.module.css'

interface ProductCardProps {
  product: Product
  /** Heading level of the name. */
  heading?: 'h2' | 'h3'
  /** Width in hundredths of a wide window's. */
  share?: number
  eager?: boolean
  /** Off in first views, which are the same for all visitors while prices are not. */
  priced?: boolean
  /** Slug of the colour that the visitor looks for; the card and the product's page show it. */
  color?: string | undefined
  /** Rendered in the lower right corner of the picture. */
  corner?: ReactNode
  /** Rendered below the price. */
  action?: ReactNode
}

/** URL of the picture in a card, if it is loaded. */
function loadedPicture(pane: HTMLElement | null): string | undefined {
  const image = pane?.querySelector('img')
  return image?.complete && image.naturalWidth > 0 ? image.currentSrc : undefined
}

/** A product in a grid; the link of its name covers the card. */
export function ProductCard(props: ProductCardProps) {
  const { product, heading: Heading = 'h3', share = 25, eager = false, priced = true, color, corner, action } = props
  const language = useLanguage()
  const { Days, Fit } = useLaterView()
  const name = localized(product, 'name', language)
  const dimensions = textLines(localized(product, 'externalMeasurement', language))[0]
  const coloured = color === undefined ? undefined : product.images.find((image) => image.color === color)
  const first = coloured ?? product.images[0]
  // The second picture may show another colour.
  const second = first === product.images[0] ? product.images[1] : undefined
  const pane = useRef<HTMLDivElement>(null)
  const sizes = `${wide} ${share}vw, ${tablet} 33vw, 50vw`
  return (
    <article className={styles.card}>
      <div ref={pane} className={styles.pane}>
        <Picture className={styles.picture} image={first} alt="" sizes={sizes} eager={eager} />
        {second !== undefined && <Picture className={styles.second} image={second} alt="" sizes={sizes} />}
        <div className={styles.badge}>
          <DiscountBadge percent={unitPrice(product).percent} />
        </div>
      </div>
      <p className={styles.small}>{localized(product, 'categoryName', language)}</p>
      <Heading className={styles.name}>
        <Link
          href={color === undefined ? `/shop/${product.id}` : `/shop/${product.id}?color=${color}`}
          onClick={() => keepKnownProduct(product, loadedPicture(pane.current))}
        >
          {name}
        </Link>
      </Heading>
      {dimensions !== undefined && <p className={styles.small}>{dimensions}</p>}
      {Fit !== null && <Fit product={product} corner={corner !== undefined} />}
      {priced ? <PriceBlock item={product} className={styles.price} /> : <NoPrice className={styles.price} />}
      <p className={styles.days}>{Days !== null && <Days product={product} />}</p>
      <HeartButton productId={product.id} name={name} className={styles.heart} />
      {corner !== undefined && <div className={styles.corner}>{corner}</div>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </article>
  )
}
