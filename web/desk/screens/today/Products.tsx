import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { ErrorPane } from '@shared/components/ErrorPane'
import { dateInBaku, formatShortDay } from '@shared/dates'
import type { Today } from '@desk/api/records'
import { TextLink } from '@desk/components/Links'
import { useLanguage } from '@desk/i18n/language'
import { fieldLabel } from '@desk/lib/product-fields'
import { foundName, productPath } from '@desk/lib/products'
import { listOf } from './figures'
import styles from './Today.module.css'
import { TodayBlock, type BlockProps } from './TodayBlock'

/** At most so many rows stand in a block; its head leads to all. */
const maxRows = 5

/** The answer has at most so many. */
const maxAnswered = 20

/** Leads to a list, with the number of its rows where the answer has all. */
function AllLink({ href, count }: { href: string; count: number }) {
  const { t } = useTranslation()
  if (count === 0) return null
  return <TextLink href={href}>{count < maxAnswered ? t('TODAY.PRODUCTS', { count }) : t('TODAY.OPEN_ALL')}</TextLink>
}

/** The products whose stock does not last long. */
export function Stock(block: BlockProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <TodayBlock {...block} part="stock" title={t('TODAY.STOCK')} aside={({ length }) => <AllLink href={listOf.stock()} count={length} />}>
      {(products) =>
        products.length === 0 ? (
          <p className="dim">{t('TODAY.NO_STOCK')}</p>
        ) : (
          <ol className={styles.rows}>
            {products.slice(0, maxRows).map((product) => (
              <li key={product.code} className={styles.mini}>
                <Link href={productPath(product.code)} className={styles.stepText}>
                  <span className={styles.miniName}>{foundName(product, language) || product.name}</span>
                  <span className="dim small">
                    {product.code}, {t('TODAY.LASTS', { count: product.daysLeft })}
                  </span>
                </Link>
                <b className="nowrap">{t('TODAY.LEFT', { count: product.stockQuantity })}</b>
              </li>
            ))}
          </ol>
        )
      }
    </TodayBlock>
  )
}

/** Searches without results. */
export function Misses(block: BlockProps) {
  const { t } = useTranslation()
  return (
    <TodayBlock {...block} part="misses" title={t('TODAY.MISSES')} aside={() => t('TODAY.WEEK')}>
      {(misses) =>
        misses.length === 0 ? (
          <p className="dim">{t('TODAY.NO_MISSES')}</p>
        ) : (
          <ol className={styles.rows}>
            {misses.slice(0, maxRows).map(({ term, language, count }) => (
              <li key={`${language}.${term}`}>
                <Link href={listOf.search(term)} className={styles.mini}>
                  <span className={styles.miniName} lang={language}>
                    {term}
                  </span>
                  <span className="dim nowrap">{t('TODAY.TIMES', { count })}</span>
                </Link>
              </li>
            ))}
          </ol>
        )
      }
    </TodayBlock>
  )
}

/** The products that lack texts. */
export function Texts(block: BlockProps) {
  const { t } = useTranslation()
  return (
    <TodayBlock
      {...block}
      part="texts"
      title={t('TODAY.TEXTS')}
      className={styles.large}
      aside={({ products }) => <AllLink href={listOf.incomplete()} count={products?.length ?? 0} />}
    >
      {({ products }) =>
        products === null ? (
          <ErrorPane text={t('COMMON.LOAD_ERROR')} onRetry={block.onRetry} />
        ) : products.length === 0 ? (
          <p className="dim">{t('TODAY.NO_TEXTS')}</p>
        ) : (
          <ol className={styles.rows}>
            {products.slice(0, 2 * maxRows).map(({ code, missing }) => (
              <li key={code}>
                <Link href={productPath(code)} className={styles.mini}>
                  <b className="nowrap">{code}</b>
                  <span className={styles.missing}>{missing.map((field) => fieldLabel(t, field)).join('; ')}</span>
                </Link>
              </li>
            ))}
          </ol>
        )
      }
    </TodayBlock>
  )
}

type Campaign = NonNullable<NonNullable<Today['texts']>['campaigns']>[number]

/** The campaigns that start or end soon. */
export function Campaigns({ day, ...block }: BlockProps & { day: string }) {
  const { t } = useTranslation()
  const language = useLanguage()
  // Texts say so where their service is away.
  if (block.today.texts === null) return null
  const when = ({ startDate, endDate }: Campaign) => {
    if (startDate !== null && dateInBaku(startDate) >= day) return t('TODAY.CAMPAIGN_STARTS', { day: formatShortDay(startDate, language) })
    return endDate === null ? '' : t('TODAY.CAMPAIGN_ENDS', { day: formatShortDay(endDate, language) })
  }
  return (
    <TodayBlock {...block} part="texts" title={t('TODAY.CAMPAIGNS')}>
      {({ campaigns }) =>
        campaigns === null ? (
          <ErrorPane text={t('COMMON.LOAD_ERROR')} onRetry={block.onRetry} />
        ) : campaigns.length === 0 ? (
          <p className="dim">{t('TODAY.NO_CAMPAIGNS')}</p>
        ) : (
          <ol className={styles.rows}>
            {campaigns.map((campaign) => (
              <li key={campaign.id}>
                <Link href={`/content/campaigns/${String(campaign.id)}`} className={styles.mini}>
                  <span className={styles.miniName}>{foundName(campaign, language) || campaign.nameAz}</span>
                  <span className="dim nowrap">{when(campaign)}</span>
                </Link>
              </li>
            ))}
          </ol>
        )
      }
    </TodayBlock>
  )
}
