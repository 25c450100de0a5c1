import type { WishlistItem } from '@/lib/api/types'
import type { Addable } from '@/lib/cart/mutation'
import type { TextKey } from '@/lib/text-key'

interface Stock {
  key: TextKey
  /** Pieces, where a number is said. */
  count?: number
  tone: 'emerald' | 'ruby' | 'plain'
  buyable: boolean
  /** Has a page to look at. */
  view: boolean
}

/** What there is of a wish: no number means that it is made to order. */
export function stockOf(item: Pick<WishlistItem, 'stockQuantity' | 'price' | 'isActive'>): Stock {
  if (!item.isActive || item.price === null) {
    return { key: 'CART.NO_LONGER_SOLD', tone: 'ruby', buyable: false, view: false }
  }
  if (item.stockQuantity === null) return { key: 'PRODUCT.MADE_TO_ORDER', tone: 'plain', buyable: true, view: true }
  if (item.stockQuantity <= 0) return { key: 'PRODUCT.OUT_OF_STOCK', tone: 'ruby', buyable: false, view: true }
  return { key: 'PRODUCT.IN_STOCK', count: item.stockQuantity, tone: 'emerald', buyable: true, view: true }
}

/** A wish as the cart takes it; nothing where it is no longer sold. The cart asks the server for the rest. */
export function addable(item: WishlistItem): Addable | null {
  if (!item.isActive || item.price === null) return null
  return {
    id: item.productId,
    name: item.productName,
    nameAz: item.productNameAz,
    nameRu: item.productNameRu,
    nameEn: item.productNameEn,
    description: '',
    descriptionAz: '',
    descriptionRu: '',
    descriptionEn: '',
    price: item.price,
    discount: item.discount,
    userSpecificDiscount: item.userSpecificDiscount ?? 0,
    images: item.productImage === null ? [] : [{ imageUrl: item.productImage }],
  }
}
