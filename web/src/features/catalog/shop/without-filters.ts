import type { ShopChange } from './shop-query'

/** Clears all filters but the category. */
export const withoutFilters = {
  minPrice: null,
  maxPrice: null,
  minWidth: null,
  maxWidth: null,
  colors: [],
  availability: [],
  discounted: false,
} as const satisfies ShopChange
