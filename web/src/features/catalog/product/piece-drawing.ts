import type { Product } from '@/lib/api/types'
import { categories } from '@/lib/categories'

/** Categories with dimension drawings: all but furniture joints. */
const drawnCategories: readonly number[] = categories.map(({ id }) => id).filter((id) => id !== 3)

/** URL of a product's dimension drawing, or `null`. */
export function pieceDrawing({ categoryId, code }: Product): string | null {
  return drawnCategories.includes(categoryId) ? `/images/products/${code.toLowerCase()}/dimensions.svg` : null
}
