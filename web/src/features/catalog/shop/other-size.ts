import type { CategoryId } from '@/lib/categories'
import type { ProductFilter } from '../queries'

/** The requested width in centimetres: the maximum if there is one, otherwise the minimum. */
export function typedWidth({ minWidth, maxWidth }: ProductFilter): number | null {
  return maxWidth ?? minWidth
}

/** Path of the screen that asks for furniture in another size, with its width in centimetres and its category. */
export function otherSizePath(width: number | null, category: CategoryId | null): string {
  const parts = { width, category }
  const given = Object.entries(parts).flatMap(([name, value]) => (value === null ? [] : `&${name}=${String(value)}`))
  return `/quote?size=own${given.join('')}`
}
