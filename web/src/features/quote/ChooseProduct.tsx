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
import { useLanguage } from '@/lib/i18n/setup'
import { localized, textLines } from '@/lib/localized'
import { hasOtherSizes } from '@/lib/quote/pieces'
import type { QuoteQuery } from './quote-query'
import styles from './QuotePage.module.css'

/** Most products that are offered; the others are in the shop. */
const maxOffered = 12

/** Products of the category, or of all, those of the nearest width first, without one the popular ones. Joints are left out of all. */
function choiceQuery({ category, width }: QuoteQuery) {
  const order = width === null ? ({ sort: 'popularity' } as const) : { nearWidth: width }
  const list = category === null ? { limit: 50 } : { limit: maxOffered, categoryId: category }
  return query('/products', { query: { page: 1, ...list, ...order } })
}

/** Products to begin with, of the category that the visitor comes from: a piece of one's own size still looks like one of them. */
export function ChooseProduct({ search }: { search: QuoteQuery }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { data, error, refetch } = useQuery(choiceQuery(search))
  const measure = (side: 'width' | 'height') => (search[side] === null ? '' : `&${side}=${String(search[side])}`)
  const of = search.of === 'niche' ? '&of=niche' : ''
  const offered = data?.data.filter(hasOtherSizes).slice(0, maxOffered)
  return (
    <section className={styles.page}>
      <h2 className={styles.name}>{t('QUOTE.CHOOSE')}</h2>
      {offered !== undefined ? (
        <ul className={styles.choice}>
          {offered.map((product) => (
            <li key={product.id}>
              <Link
                href={`/quote?product=${product.id}&size=${search.size ?? 'own'}${measure('width')}${measure('height')}${of}`}
                className={styles.option}
              >
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
