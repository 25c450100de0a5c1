import { startTransition, useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearch } from 'wouter'
import { wide as wideScreen } from '@shared/media'
import { useQuery } from '@shared/query/use-query'
import { ErrorPane } from '@shared/components/ErrorPane'
import { openedPart, part } from '@/components/part'
import { ProductGridSkeleton } from '@/components/ProductGrid'
import { isBeyondLast } from '@/lib/catalog/pagination'
import { categories } from '@/lib/categories'
import { useLaterView } from '@/lib/later-view'
import { usePageTitle } from '@/lib/page-title'
import { useMedia } from '@/lib/use-media'
import { productsQuery, shopPageSize, typedWidth } from './queries'
import { FiltersButton } from './shop/FiltersButton'
import { filterCount, parseShopQuery, shopPath, type ShopChange } from './shop/shop-query'
import { ShopGrid } from './shop/ShopGrid'
import { ShopTitle } from './shop/ShopTitle'
import styles from './ShopPage.module.css'
import { Toolbar } from './shop/Toolbar'

const OwnWidth = part(() => import('./shop/OwnWidth'), undefined, <div className={styles.answer} />)
const ActiveFilters = part(() => import('./shop/ActiveFilters'))
const NoSuchPage = part(() => import('@/components/lists/NoSuchPage'))
const Pager = part(() => import('@/components/lists/Pager'))
const Filters = part(() => import('./shop/Filters'))
const FilterSheet = openedPart(
  () => import('./shop/FilterSheet'),
  ({ onClose }) => onClose(),
)

export default function ShopPage() {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const search = new URLSearchParams(useSearch())
  const { filter, columns } = parseShopQuery(search)
  const { Line } = useLaterView()
  const category = categories.find(({ id }) => id === filter.categoryId)
  const title = category && t(category.name)
  const { data, error, isPlaceholderData, refetch } = useQuery(productsQuery(filter))
  const isBeyond = data !== undefined && isBeyondLast(filter.page, data.data, isPlaceholderData)
  usePageTitle(isBeyond ? t('NOT_FOUND.TITLE') : (title ?? t('SHOP.TITLE')))
  // The first view has shown these products already.
  const [initial] = useState({ data, columns })
  const [sheet, setSheet] = useState(false)
  const count = filterCount(filter)
  const isWide = useMedia(wideScreen)
  const results = useRef<HTMLDivElement>(null)
  const line = useRef<HTMLParagraphElement>(null)

  const change = useCallback(
    (next: ShopChange, replace = false) => {
      // Not the query of the last render: leaving a field and the click that left it are two changes.
      navigate(shopPath(new URLSearchParams(window.location.search), next), { replace })
      // After the navigation, at which the browser stores the position of the entry that it leaves.
      const list = results.current
      if (list !== null && list.getBoundingClientRect().top < 0) list.scrollIntoView()
    },
    [navigate],
  )
  const goToPage = (page: number) => {
    change({ page })
    results.current?.scrollIntoView()
    results.current?.focus({ preventScroll: true })
  }

  return (
    <div className="container">
      <ShopTitle category={title}>{Line !== null && <Line filter={filter} products={data?.data} onChange={change} />}</ShopTitle>
      {error !== null ? (
        <ErrorPane text={t('SHOP.ERROR')} onRetry={() => void refetch()} />
      ) : (
        <div className={styles.columns}>
          <aside className={styles.side} aria-label={t('SHOP.FILTERS')}>
            {isWide && <Filters filter={filter} facets={data && (data.facets ?? null)} onChange={change} />}
          </aside>
          <div ref={results} tabIndex={-1} className={styles.results}>
            <p className="visually-hidden" role="status">
              {data && !isPlaceholderData ? t('SHOP.RESULTS', { count: data.totalRecords }) : ''}
            </p>
            <Toolbar
              filter={filter}
              columns={columns}
              total={data?.totalRecords}
              onPage={data?.data.length ?? 0}
              onChange={change}
              line={line}
              button={<FiltersButton count={count} onClick={() => startTransition(() => setSheet(true))} />}
            >
              {count > 0 && (
                <div className={styles.chips}>
                  <ActiveFilters filter={filter} after={line} onChange={change} />
                </div>
              )}
            </Toolbar>
            {data === undefined ? (
              <ProductGridSkeleton columns={columns} count={shopPageSize} text={t('SHOP.LOADING')} />
            ) : isBeyond ? (
              <NoSuchPage first={shopPath(search, { page: 1 })} />
            ) : data.data.length === 0 ? (
              <OwnWidth filter={filter} isEmpty onChange={change} />
            ) : (
              <>
                {typedWidth(filter) !== null && <OwnWidth filter={filter} onChange={change} />}
                <ShopGrid
                  key={columns}
                  products={data.data}
                  colors={filter.colors}
                  category={filter.categoryId}
                  columns={columns}
                  stale={isPlaceholderData}
                  inFirstView={data === initial.data && columns === initial.columns}
                />
                <div className={styles.pager}>
                  <Pager
                    page={filter.page}
                    totalPages={data.totalPages}
                    href={(page) => shopPath(search, { page })}
                    onChange={goToPage}
                    disabled={isPlaceholderData}
                  />
                </div>
              </>
            )}
          </div>
        </div>
      )}
      {sheet && (
        <FilterSheet
          filter={filter}
          onApply={(next) => {
            setSheet(false)
            change(next, true)
          }}
          onClose={() => setSheet(false)}
        />
      )}
    </div>
  )
}
