import { useQuery } from '@tanstack/react-query'
import { startTransition, useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'wouter'
import { Button } from '@/components/Button'
import { EmptyState } from '@/components/EmptyState'
import { ErrorPane } from '@/components/ErrorPane'
import { Pager } from '@/components/Pager'
import { openedPart } from '@/components/part'
import { ProductGridSkeleton } from '@/components/ProductGrid'
import { categories } from '@/lib/categories'
import { usePageTitle } from '@/lib/page-title'
import { productsQuery, shopPageSize } from './queries'
import { ActiveFilters } from './shop/ActiveFilters'
import { Filters } from './shop/Filters'
import { changeShopQuery, parseShopQuery, shopPath, type ShopChange } from './shop/shop-query'
import { FiltersButton } from './shop/FiltersButton'
import { ShopGrid } from './shop/ShopGrid'
import { ShopTitle } from './shop/ShopTitle'
import styles from './ShopPage.module.css'
import { Toolbar } from './shop/Toolbar'

const FilterSheet = openedPart(
  () => import('./shop/FilterSheet'),
  ({ onClose }) => onClose(),
)

export default function ShopPage() {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const { filter, columns } = parseShopQuery(search)
  const category = categories.find(({ id }) => id === filter.categoryId)
  const title = category && t(category.name)
  usePageTitle(title ?? t('SHOP.TITLE'))
  const { data, isPending, isError, isPlaceholderData, refetch } = useQuery(productsQuery(filter))
  // The first view has shown these products already.
  const [initial] = useState({ data, columns })
  const [sheet, setSheet] = useState(false)
  const results = useRef<HTMLDivElement>(null)

  const change = useCallback(
    (next: ShopChange) => setSearch((current) => changeShopQuery(current, next)),
    [setSearch],
  )
  const pageChange = (page: number) => ({ page: page === 1 ? null : String(page) })
  const goToPage = (page: number) => {
    change(pageChange(page))
    results.current?.scrollIntoView()
    results.current?.focus({ preventScroll: true })
  }
  const clear = () => change({ category: null, minPrice: null, maxPrice: null })

  return (
    <div className="container">
      <ShopTitle category={title} />
      {isError ? (
        <ErrorPane text={t('SHOP.ERROR')} onRetry={() => void refetch()} />
      ) : (
        <div className={styles.columns}>
          <aside className={styles.side}>
            <Filters filter={filter} onChange={change} />
          </aside>
          <div ref={results} tabIndex={-1} className={styles.results}>
            <Toolbar
              filter={filter}
              columns={columns}
              total={data?.totalRecords}
              onPage={data?.data.length ?? 0}
              onChange={change}
            >
              <FiltersButton onClick={() => startTransition(() => setSheet(true))} />
            </Toolbar>
            <ActiveFilters filter={filter} onChange={change} onClear={clear} />
            {isPending ? (
              <ProductGridSkeleton columns={columns} count={shopPageSize} text={t('SHOP.LOADING')} />
            ) : data.data.length === 0 ? (
              <EmptyState text={t('SHOP.NO_PRODUCTS')}>
                <Button variant="secondary" onClick={clear}>
                  {t('NAV.ALL_PRODUCTS')}
                </Button>
              </EmptyState>
            ) : (
              <>
                <ShopGrid
                  key={columns}
                  products={data.data}
                  columns={columns}
                  stale={isPlaceholderData}
                  inFirstView={data === initial.data && columns === initial.columns}
                />
                <div className={styles.pager}>
                  <Pager
                    page={filter.page}
                    totalPages={data.totalPages}
                    href={(page) => shopPath(search, pageChange(page))}
                    onChange={goToPage}
                    disabled={isPlaceholderData}
                  />
                </div>
              </>
            )}
          </div>
        </div>
      )}
      {sheet && <FilterSheet filter={filter} onChange={change} onClose={() => setSheet(false)} />}
    </div>
  )
}
