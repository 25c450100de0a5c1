import type { CategoryId } from '@/lib/categories'
import type { ProductFilter } from '../queries'

/** Whether furniture of a category, or of all, is made in other sizes: joints are not. */
export const hasOtherSizes = (category: CategoryId | null): boolean => category !== 3

/** The requested width in centimetres: the maximum if there is one, otherwise the minimum. */
export function typedWidth({ minWidth, maxWidth }: ProductFilter): number | null {
  return maxWidth ?? minWidth
}

/** Path of the screen that asks for furniture in another size, with its width in centimetres and its category. */
export function otherSizePath(width: number | null, category: CategoryId | null): string {
  const wide = width === null ? '' : `&width=${String(width)}`
  return `/quote?size=own${wide}${category === null ? '' : `&category=${String(category)}`}`
}
