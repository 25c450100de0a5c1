import type { ProductSort } from '@/lib/api/types'
import { parseCategory } from '@/lib/categories'
import { parsePage } from '@/lib/pagination'
import type { Columns } from '@/components/ProductGrid'
import type { ProductFilter } from '../queries'

/** `grid` equals `grid-3`. */
export type ViewMode = 'grid' | 'grid-2' | 'grid-3' | 'grid-4'

export const sorts = ['default', 'popularity', 'rating', 'latest', 'price_low', 'price_high'] as const satisfies readonly ProductSort[]

const viewColumns: Readonly<Record<ViewMode, Columns>> = { grid: 3, 'grid-2': 2, 'grid-3': 3, 'grid-4': 4 }

function parsePrice(value: string | null): number | null {
  return value !== null && /^\d{1,7}$/.test(value) ? Number(value) : null
}

/** Parses the shop's query string; invalid parameters are ignored. */
export function parseShopQuery(search: URLSearchParams): { filter: ProductFilter; columns: Columns } {
  const sort = sorts.find((candidate) => candidate === search.get('sort')) ?? 'default'
  const minPrice = parsePrice(search.get('minPrice'))
  const maxPrice = parsePrice(search.get('maxPrice'))
  const ordered = minPrice === null || maxPrice === null || minPrice <= maxPrice
  const view = search.get('view')
  return {
    filter: {
      page: parsePage(search.get('page')),
      categoryId: parseCategory(search.get('category')),
      sort,
      minPrice: ordered ? minPrice : null,
      maxPrice: ordered ? maxPrice : null,
    },
    columns: view !== null && Object.hasOwn(viewColumns, view) ? viewColumns[view as ViewMode] : viewColumns.grid,
  }
}

export type ShopChange = Partial<Record<'category' | 'sort' | 'minPrice' | 'maxPrice' | 'view' | 'page', string | null>>

/** Applies a change; all but a change of the view return to page 1. */
export function changeShopQuery(search: URLSearchParams, change: ShopChange): URLSearchParams {
  const next = new URLSearchParams(search)
  if (Object.keys(change).some((key) => key !== 'view')) next.delete('page')
  for (const [key, value] of Object.entries(change)) {
    if (value === null) next.delete(key)
    else next.set(key, value)
  }
  return next
}

/** Returns the path of the shop after a change. */
export function shopPath(search: URLSearchParams, change: ShopChange): string {
  const query = changeShopQuery(search, change).toString()
  return query === '' ? '/shop' : `/shop?${query}`
}
