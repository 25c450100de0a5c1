import type { KnownProducts } from './guest-products'
import { maxQuantity, type CartLine } from '@/lib/cart/lines'
import { lineOfProduct } from '@/lib/cart/edit/product-line'
import type { GuestLine } from '@/lib/cart/state'

/** A line whose product is no longer sold: only its name was stored. */
function discontinuedLine({ productId, name, quantity }: GuestLine): CartLine {
  return {
    id: productId,
    ...{ name, nameAz: name, nameRu: name, nameEn: name },
    ...{ description: '', descriptionAz: '', descriptionRu: '', descriptionEn: '' },
    ...{ price: 0, discount: 0, userSpecificDiscount: 0 },
    quantity,
    image: null,
    color: null,
    sold: false,
  }
}

/** Adds guest lines to those of a cart, summed by product as the server sums them, to 99 pieces at most. */
export function joinLines(lines: readonly CartLine[], guest: readonly GuestLine[], products: KnownProducts): CartLine[] {
  return guest.reduce<CartLine[]>(
    (joined, line) => {
      if (joined.some(({ id }) => id === line.productId)) {
        return joined.map((other) =>
          other.id === line.productId ? { ...other, quantity: Math.min(other.quantity + line.quantity, maxQuantity) } : other,
        )
      }
      const product = products.get(line.productId)
      return [...joined, product === undefined ? discontinuedLine(line) : { ...lineOfProduct(product), quantity: line.quantity }]
    },
    [...lines],
  )
}
