import type { Product } from '@/lib/api/types'
import { categories } from '@/lib/categories'

/** Categories with dimension drawings: all but furniture joints. */
const drawnCategories: readonly number[] = categories.map(({ id }) => id).filter((id) => id !== 3)

/** URL of a product's dimension drawing, or `null`. It lies beside the pictures of the shop; those that staff uploads have none. */
export function pieceDrawing({ categoryId, code, images }: Product): string | null {
  const isDrawn = drawnCategories.includes(categoryId) && images.some(({ imageUrl }) => imageUrl.startsWith('/images/products/'))
  return isDrawn ? `/images/products/${code.toLowerCase()}/dimensions.svg` : null
}
