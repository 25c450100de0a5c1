import type { QueryClient } from '@tanstack/react-query'
import { api, unwrap } from '@/lib/api/client'
import type { Product } from '@/lib/api/types'
import { ApiError } from '@shared/api/error'

/** The most products that one call reads. */
const chunkSize = 50
const parallelCalls = 4

/** Products by id; those that are no longer sold are missing. */
export type KnownProducts = ReadonlyMap<number, Product>

/** Reads a product, or returns what the page has read within half a minute. Undefined if it is no longer sold. */
async function readProduct(client: QueryClient, id: number): Promise<Product | undefined> {
  try {
    return await client.query({
      queryKey: ['product', id],
      queryFn: async ({ signal }) =>
        (await unwrap(api.GET('/api/v1.0/products/{id}', { signal, params: { path: { id } } }))).data,
    })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}

/** Reads products one by one, four at a time. */
async function readChunk(client: QueryClient, ids: readonly number[]): Promise<Product[]> {
  const left = [...ids]
  const read: Product[] = []
  const readOn = async () => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) {
      const product = await readProduct(client, id)
      if (product !== undefined) read.push(product)
    }
  }
  await Promise.all(Array.from({ length: parallelCalls }, readOn))
  return read
}

export async function readProducts(client: QueryClient, ids: readonly number[]): Promise<KnownProducts> {
  const products: Product[] = []
  for (let at = 0; at < ids.length; at += chunkSize) products.push(...(await readChunk(client, ids.slice(at, at + chunkSize))))
  return new Map(products.map((product) => [product.id, product]))
}
