import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'wouter'
import { useQuery } from '@shared/query/use-query'
import { ButtonLink } from '@shared/components/Button'
import { EmptyState } from '@shared/components/EmptyState'
import { ErrorPane } from '@shared/components/ErrorPane'
import { part } from '@/components/part'
import { ProductGridSkeleton } from '@/components/ProductGrid'
import { usePageTitle } from '@/lib/page-title'
import { isBeyondLast, parsePage } from '@/lib/catalog/pagination'
import { searchPageSize, searchQuery } from './queries'
import { SearchGrid } from './SearchGrid'
import { SearchHeading } from './SearchHeading'
import styles from './SearchPage.module.css'

const Pager = part(() => import('@/components/lists/Pager'))
const NoSuchPage = part(() => import('@/components/lists/NoSuchPage'))

export default function SearchPage() {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const term = (search.get('q') ?? '').trim().slice(0, 100)
  const page = parsePage(search.get('page'))
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(searchQuery(term, page))
  const results = useRef<HTMLDivElement>(null)
  const title = term === '' ? t('SEARCH.TITLE') : t('SEARCH.RESULTS_FOR', { term })
  const isBeyond = data !== undefined && isBeyondLast(page, data.data, isPlaceholderData)
  usePageTitle(isBeyond ? t('NOT_FOUND.TITLE') : title)

  const searchOf = (next: number) => {
    const changed = new URLSearchParams(search)
    if (next === 1) changed.delete('page')
    else changed.set('page', String(next))
    return changed
  }
  const goToPage = (next: number) => {
    setSearch(searchOf(next))
    results.current?.scrollIntoView()
    results.current?.focus({ preventScroll: true })
  }

  const empty = (text: string) => (
    <EmptyState title={text}>
      <ButtonLink href="/shop">{t('COMMON.FROM_SHOP')}</ButtonLink>
    </EmptyState>
  )

  return (
    <div className="container">
      <SearchHeading term={term} />
      <div ref={results} tabIndex={-1} className={styles.results}>
        {term === '' && empty(t('SEARCH.EMPTY'))}
        {error !== null && <ErrorPane text={t('SEARCH.ERROR')} onRetry={() => void refetch()} />}
        {term !== '' && isPending && <ProductGridSkeleton count={searchPageSize} text={t('LOADING')} />}
        {data !== undefined && term !== '' && (
          <>
            <p className={styles.found} role="status">
              {t(data.isClosest ? 'SEARCH.CLOSEST' : 'SEARCH.FOUND', { count: data.totalRecords })}
            </p>
            {isBeyond ? (
              <NoSuchPage first={`/search?${searchOf(1).toString()}`} />
            ) : data.data.length === 0 ? (
              empty(t('SEARCH.NO_RESULTS'))
            ) : (
              <div aria-busy={isPlaceholderData}>
                <SearchGrid products={data.data} />
              </div>
            )}
            <div className={styles.pager}>
              <Pager
                page={page}
                totalPages={Math.ceil(data.totalRecords / searchPageSize)}
                href={(next) => `/search?${searchOf(next).toString()}`}
                onChange={goToPage}
                disabled={isPlaceholderData}
              />
            </div>
          </>
        )}
      </div>
    </div>
  )
}
