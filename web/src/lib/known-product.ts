import type { Product } from './api/types'

/** Fields of a product's card, which its screen shows until the API answers. */
interface KnownProduct {
  product: Product
  /** URL of the loaded picture. */
  picture: string | undefined
}

let known: KnownProduct | undefined

/** Keeps the product of the card that the visitor follows, in place of the one before. */
export function keepKnownProduct(product: Product, picture: string | undefined): void {
  known = { product, picture }
}

export function knownProduct(id: number): KnownProduct | undefined {
  return known?.product.id === id ? known : undefined
}
