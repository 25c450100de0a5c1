import { keepPreviousData } from '@tanstack/react-query'
import { knownProduct } from '@/lib/known-product'
import { query } from './client'
import type { ProductList } from './types'

export const productQuery = (id: number) => ({
  ...query('/products/{id}', { path: { id } }),
  placeholderData: () => knownProduct(id)?.product,
})

/** The products with these ids that are still sold, with their sizes and fronts. */
export const productsById = (ids: readonly number[]) => query('/products', { query: { ids: ids.join(','), page: 1, limit: ids.length } })

/** As `productsById`; disabled without ids. */
export const productsByIdQuery = (ids: readonly number[]) => ({
  ...productsById(ids),
  select: ({ data }: ProductList) => data,
  placeholderData: keepPreviousData,
  enabled: ids.length > 0,
})
