import type { CartItem } from '@/lib/api/types'
import { totalQepik, type Qepik } from '@shared/price'

/** One product in the cart, as the screens draw it. */
export interface CartLine {
  /** The product's id. */
  id: number
  name: string
  nameAz: string
  nameRu: string
  nameEn: string
  description: string
  descriptionAz: string
  descriptionRu: string
  descriptionEn: string
  /** AZN for one piece before discounts; 0 if it is no longer sold. */
  price: number
  discount: number
  userSpecificDiscount: number
  quantity: number
  image: string | null
  /** Colour slug; never set in this version. */
  color: string | null
  /** Still in the catalog; otherwise it has no price and can only be removed. */
  sold: boolean
}

/** The most pieces of one product in a cart. */
export const maxQuantity = 99

export function cartCount(lines: readonly CartLine[]): number {
  return lines.reduce((sum, line) => sum + line.quantity, 0)
}

/** The price of the lines that are still sold. */
export function cartTotal(lines: readonly CartLine[]): Qepik {
  return totalQepik(lines.filter(({ sold }) => sold))
}

export function lineOfItem(item: CartItem): CartLine {
  return {
    id: item.productId,
    name: item.productName,
    nameAz: item.productNameAz,
    nameRu: item.productNameRu,
    nameEn: item.productNameEn,
    description: item.productDescription,
    descriptionAz: item.productDescriptionAz,
    descriptionRu: item.productDescriptionRu,
    descriptionEn: item.productDescriptionEn,
    price: item.productPrice ?? 0,
    discount: item.discount,
    userSpecificDiscount: item.userSpecificDiscount ?? 0,
    quantity: item.quantity,
    image: item.productImage ?? null,
    color: null,
    sold: item.isActive && item.productPrice !== null,
  }
}
