import type { CategoryId } from '@/lib/categories'

/** Whether furniture of a category, or of all, is made in other sizes: joints are not. */
export const hasOtherSizes = (category: CategoryId | null): boolean => category !== 3

/** Path of the screen that asks for furniture in another size, with its category. */
export function otherSizePath(category: CategoryId | null): string {
  return `/quote?size=own${category === null ? '' : `&category=${String(category)}`}`
}
