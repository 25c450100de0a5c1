import { paletteSlugs } from '@shared/palette/slugs'
import type { Columns } from '@/components/ProductGrid'
import { parseCategory } from '@/lib/categories'
import { parsePage } from '@/lib/catalog/pagination'
import { availabilities, type ProductFilter } from '../queries'
import { parseBound } from './bound'
import { sorts } from './sorts'

/** `grid` equals `grid-3`. */
type ViewMode = 'grid' | 'grid-2' | 'grid-3' | 'grid-4'

const viewColumns: Readonly<Record<ViewMode, Columns>> = { grid: 3, 'grid-2': 2, 'grid-3': 3, 'grid-4': 4 }

/** Most digits of a price in AZN and of a width in centimetres. */
export const priceDigits = 7
export const widthDigits = 4

const parseWidth = (text: string) => (text.length <= widthDigits && /^\d+$/.test(text) ? Number(text) : null)

const parsePrice = (text: string, round: (value: number) => number) => parseBound(text, priceDigits, round) ?? null

/** Both bounds of a range; neither if the first is above the second. */
const ordered = (min: number | null, max: number | null) => (min !== null && max !== null && min > max ? [null, null] : [min, max])

/** The known values of a list, each once and in their own order. */
function parseList<Value extends string>(value: string | null, known: readonly Value[]): Value[] {
  const named = new Set<string>(value?.split(','))
  return known.filter((candidate) => named.has(candidate))
}

/** Parses the shop's query string; invalid parameters are ignored. */
export function parseShopQuery(search: URLSearchParams): { filter: ProductFilter; columns: Columns } {
  const text = (name: string) => search.get(name) ?? ''
  const [minPrice = null, maxPrice = null] = ordered(parsePrice(text('minPrice'), Math.floor), parsePrice(text('maxPrice'), Math.ceil))
  const [minWidth = null, maxWidth = null] = ordered(parseWidth(text('minWidth')), parseWidth(text('maxWidth')))
  const view = search.get('view')
  return {
    filter: {
      page: parsePage(search.get('page')),
      categoryId: parseCategory(search.get('category')),
      sort: sorts.find((candidate) => candidate === search.get('sort')) ?? 'default',
      minPrice,
      maxPrice,
      minWidth,
      maxWidth,
      colors: parseList(search.get('colors'), paletteSlugs),
      availability: parseList(search.get('availability'), availabilities),
      discounted: search.get('discount') === '1',
    },
    columns: view !== null && Object.hasOwn(viewColumns, view) ? viewColumns[view as ViewMode] : viewColumns.grid,
  }
}

/** Changes of the list's query. */
export type ShopChange = Partial<ProductFilter> & { columns?: Columns }

/** Number of chosen filters but the category; a width is one. */
export function filterCount({ minPrice, maxPrice, minWidth, maxWidth, colors, availability, discounted }: ProductFilter): number {
  const chosen = [minPrice !== null, maxPrice !== null, minWidth !== null || maxWidth !== null, discounted]
  return chosen.filter(Boolean).length + colors.length + availability.length
}

/** The query parameters of a change; `undefined` stays as it is, an empty one goes. */
function parameters(change: ShopChange): Record<string, string | undefined> {
  const number = (value: number | null | undefined) => (value === undefined ? undefined : String(value ?? ''))
  return {
    category: number(change.categoryId),
    sort: change.sort === 'default' ? '' : change.sort,
    minPrice: number(change.minPrice),
    maxPrice: number(change.maxPrice),
    minWidth: number(change.minWidth),
    maxWidth: number(change.maxWidth),
    colors: change.colors?.join(','),
    availability: change.availability?.join(','),
    discount: change.discounted === undefined ? undefined : change.discounted ? '1' : '',
    view: change.columns === undefined ? undefined : change.columns === 3 ? '' : `grid-${String(change.columns)}`,
    page: number(change.page === 1 ? null : change.page),
  }
}

/** Applies a change; all but a change of the columns return to page 1. */
export function changeShopQuery(search: URLSearchParams, change: ShopChange): URLSearchParams {
  const next = new URLSearchParams(search)
  if (Object.keys(change).some((key) => key !== 'columns')) next.delete('page')
  for (const [name, value] of Object.entries(parameters(change))) {
    if (value === '') next.delete(name)
    else if (value !== undefined) next.set(name, value)
  }
  return next
}

/** Returns the path of the shop after a change. */
export function shopPath(search: URLSearchParams, change: ShopChange): string {
  // Commas need no encoding in a query.
  const query = changeShopQuery(search, change).toString().replaceAll('%2C', ',')
  return query === '' ? '/shop' : `/shop?${query}`
}
