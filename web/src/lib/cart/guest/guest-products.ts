import type { QueryClient } from '@tanstack/react-query'
import { productsById } from '@/lib/api/product-queries'
import type { Product } from '@/lib/api/types'

/** The most products that one call reads. */
const chunkSize = 50

/** Products by id; those that are no longer sold are missing. */
export type KnownProducts = ReadonlyMap<number, Product>

/** Reads products, or returns what the page has read within half a minute. */
export async function readProducts(client: QueryClient, ids: readonly number[]): Promise<KnownProducts> {
  const products: Product[] = []
  for (let at = 0; at < ids.length; at += chunkSize) {
    products.push(...(await client.query(productsById(ids.slice(at, at + chunkSize)))).data)
  }
  return new Map(products.map((product) => [product.id, product]))
}
