import type { Product } from '@/lib/api/types'

/** URL of a product's dimension drawing, or `null`. Joints and products with pictures that staff uploaded have none. */
export function pieceDrawing({ categoryId, code, images, sizes }: Product): string | null {
  const isDrawn = (categoryId !== 3 || sizes?.fixed === false) && images.some(({ imageUrl }) => imageUrl.startsWith('/images/products/'))
  return isDrawn ? `/images/products/${code.toLowerCase()}/dimensions.svg` : null
}
