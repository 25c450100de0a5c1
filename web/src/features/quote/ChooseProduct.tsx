import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { wide } from '@shared/media'
import { useQuery } from '@shared/query/use-query'
import { ErrorPane } from '@shared/components/ErrorPane'
import { Picture } from '@/components/Picture'
import { Skeleton } from '@shared/components/Skeleton'
import { TextLink } from '@/components/TextLink'
import { query } from '@/lib/api/client'
import { useLanguage } from '@/lib/i18n/setup'
import { localized } from '@/lib/localized'
import { hasOtherSizes } from '@/lib/quote/pieces'
import type { QuoteQuery } from './quote-query'
import styles from './QuotePage.module.css'

const popularQuery = query('/products', { query: { page: 1, limit: 18, sort: 'popularity' } })

/** Most products that are offered; the others are in the shop. */
const maxOffered = 12

/** Popular products to begin with: a piece of one's own size still looks like one of them. */
export function ChooseProduct({ search }: { search: QuoteQuery }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { data, error, refetch } = useQuery(popularQuery)
  const width = search.width === null ? '' : `&width=${String(search.width)}`
  const offered = data?.data.filter(hasOtherSizes).slice(0, maxOffered)
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
