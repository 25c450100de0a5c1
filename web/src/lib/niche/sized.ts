import type { QueryFunctionContext } from '@tanstack/react-query'
import { call } from '@/lib/api/client'
import type { Product } from '@/lib/api/types'
import { nextTask } from '@/lib/entry/schedule'
import { isSized } from '@/lib/quote/sizes'

/** Most ids of one call. */
const maxIds = 50

interface Batch {
  ids: Set<number>
  products: Promise<Map<number, Product>>
}

let batch: Batch | null = null

async function load(ids: ReadonlySet<number>): Promise<Map<number, Product>> {
  const { data } = await call('GET', '/products', { query: { ids: [...ids].join(','), page: 1, limit: ids.size } })
  return new Map(data.map((product) => [product.id, product]))
}

/** Loads a product with its sizes and front together with the others of this task; null if it is no longer sold. */
async function loadSized(id: number): Promise<Product | null> {
  if (batch === null || batch.ids.size >= maxIds) {
    const ids = new Set<number>()
    const products = nextTask().then(() => {
      if (batch?.ids === ids) batch = null
      return load(ids)
    })
    batch = { ids, products }
  }
  const { ids, products } = batch
  ids.add(id)
  return (await products).get(id) ?? null
}

/** A product with its sizes and front, which the products of a list lack. */
export const sizedQuery = (product: Product) => ({
  queryKey: ['sized', product.id],
  queryFn: () => (isSized(product) ? product : loadSized(product.id)),
  staleTime: Infinity,
  retry: false,
})

/** The products of a list with their sizes and fronts, without those that are no longer sold. */
export const sizedListQuery = (products: readonly Product[]) => ({
  queryKey: ['sized-list', ...products.map(({ id }) => id)],
  queryFn: async ({ client }: QueryFunctionContext) => {
    const sized = await Promise.all(products.map((product) => client.query(sizedQuery(product))))
    return sized.filter((product) => product !== null)
  },
  staleTime: Infinity,
  retry: false,
})
