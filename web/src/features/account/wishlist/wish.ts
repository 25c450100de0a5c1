import type { WishlistItem } from '@/lib/api/types'
import type { Addable } from '@/lib/cart/edit/product-line'
import type { TextKey } from '@shared/text-key'

interface Stock {
  key: TextKey
  /** Pieces in stock, if the text shows them. */
  count?: number
  tone: 'emerald' | 'ruby' | 'plain'
  buyable: boolean
  /** Has a product page. */
  viewable: boolean
}

/** The stock status of a wishlist item; without a quantity, or without a piece left, it is made to order. */
export function stockOf(item: Pick<WishlistItem, 'stockQuantity' | 'price' | 'isActive'>): Stock {
  if (!item.isActive || item.price === null) {
    return { key: 'CART.NO_LONGER_SOLD', tone: 'ruby', buyable: false, viewable: false }
  }
  if (item.stockQuantity === null) return { key: 'PRODUCT.MADE_TO_ORDER', tone: 'plain', buyable: true, viewable: true }
  // The shop makes it again, after a quote.
  if (item.stockQuantity <= 0) return { key: 'PRODUCT.MADE_TO_ORDER', tone: 'plain', buyable: false, viewable: true }
  return { key: 'PRODUCT.IN_STOCK', count: item.stockQuantity, tone: 'emerald', buyable: true, viewable: true }
}

/** The product to add to the cart; null if it is no longer sold. The reload of the cart fills in the descriptions. */
export function addableProduct(item: WishlistItem): Addable | null {
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
