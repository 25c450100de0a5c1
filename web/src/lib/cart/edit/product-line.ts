import type { Product } from '@/lib/api/types'
import type { CartLine } from '@/lib/cart/lines'

/** The parts of a product that a line needs. */
export type Addable = Pick<
  Product,
  | 'id'
  | 'name'
  | 'nameAz'
  | 'nameRu'
  | 'nameEn'
  | 'description'
  | 'descriptionAz'
  | 'descriptionRu'
  | 'descriptionEn'
  | 'price'
  | 'discount'
> & { userSpecificDiscount: number | null; images: readonly { imageUrl: string }[] }

/** One piece of a product, as the cart shows it until the server answers. */
export function lineOfProduct(product: Addable): CartLine {
  const { id, name, nameAz, nameRu, nameEn, description, descriptionAz, descriptionRu, descriptionEn } = product
  return {
    ...{ id, name, nameAz, nameRu, nameEn, description, descriptionAz, descriptionRu, descriptionEn },
    price: product.price,
    discount: product.discount,
    userSpecificDiscount: product.userSpecificDiscount ?? 0,
    quantity: 1,
    image: product.images[0]?.imageUrl ?? null,
    color: null,
    sold: true,
  }
}
