import type { ProductSort } from '@/lib/api/types'

/** Text keys of the sort orders. */
export const sortNames = {
  default: 'SHOP.SORT_DEFAULT',
  popularity: 'SHOP.SORT_POPULARITY',
  rating: 'SHOP.SORT_RATING',
  latest: 'SHOP.SORT_LATEST',
  price_low: 'SHOP.SORT_PRICE_LOW',
  price_high: 'SHOP.SORT_PRICE_HIGH',
} as const satisfies Record<ProductSort, string>

export const sorts = Object.keys(sortNames) as ProductSort[]
