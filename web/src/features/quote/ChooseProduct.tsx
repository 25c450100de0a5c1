import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { wide } from '@shared/media'
import { useQuery } from '@shared/query/use-query'
import { ErrorPane } from '@shared/components/ErrorPane'
import { Picture } from '@/components/Picture'
import { PriceBlock } from '@/components/PriceBlock'
import { Skeleton } from '@shared/components/Skeleton'
import { TextLink } from '@/components/TextLink'
import { query } from '@/lib/api/client'
import type { Product } from '@/lib/api/types'
import { useLanguage } from '@/lib/i18n/setup'
import { localized, textLines } from '@/lib/localized'
import { hasOtherSizes } from '@/lib/quote/pieces'
import { sizesOf } from '@/lib/quote/sizes'
import type { QuoteQuery } from './quote-query'
import styles from './QuotePage.module.css'

/** The products of a category, or the popular ones of all. */
const choiceQuery = (categoryId: QuoteQuery['category']) =>
  query('/products', { query: { page: 1, sort: 'popularity', ...(categoryId === null ? { limit: 18 } : { limit: 50, categoryId }) } })

/** Most products that are offered; the others are in the shop. */
const maxOffered = 12

/** Products in the order of how far their width is from one in centimetres, those of an unknown width last. */
function nearestFirst(products: readonly Product[], width: number | null): readonly Product[] {
  if (width === null) return products
  const distance = (product: Product) => Math.abs((sizesOf(product).own?.widthMm ?? Infinity) - width * 10)
  return products.toSorted((left, right) => (distance(left) === distance(right) ? 0 : distance(left) - distance(right)))
}

/** Products to begin with, of the category that the visitor comes from: a piece of one's own size still looks like one of them. */
export function ChooseProduct({ search }: { search: QuoteQuery }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { data, error, refetch } = useQuery(choiceQuery(search.category))
  const width = search.width === null ? '' : `&width=${String(search.width)}${search.of === 'niche' ? '&of=niche' : ''}`
  const offered = data && nearestFirst(data.data.filter(hasOtherSizes), search.width).slice(0, maxOffered)
  return (
    <section className={styles.page}>
      <h2 className={styles.name}>{t('QUOTE.CHOOSE')}</h2>
      {offered !== undefined ? (
        <ul className={styles.choice}>
          {offered.map((product) => (
            <li key={product.id}>
              <Link href={`/quote?product=${product.id}&size=${search.size ?? 'own'}${width}`} className={styles.option}>
                <Picture className={styles.picture} image={product.images[0]} alt="" sizes={`${wide} 160px, 45vw`} />
                <span className={styles.name}>{localized(product, 'name', language)}</span>
              </Link>
              <p className="small second">{textLines(localized(product, 'externalMeasurement', language))[0]}</p>
              <PriceBlock item={product} size="row" />
            </li>
          ))}
        </ul>
      ) : error === null ? (
        <Skeleton height={320} />
      ) : (
        <ErrorPane text={t('SHOP.ERROR')} onRetry={() => void refetch()} />
      )}
      <TextLink href="/shop" arrow>
        {t('NAV.ALL_PRODUCTS')}
      </TextLink>
    </section>
  )
}
