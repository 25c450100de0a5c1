import type { ProductFilter } from '../queries'

/** The requested width in centimetres: the maximum if there is one, otherwise the minimum. */
export function typedWidth({ minWidth, maxWidth }: ProductFilter): number | null {
  return maxWidth ?? minWidth
}

/** Path of the screen that asks for furniture in another size, with its width in centimetres. */
export function otherSizePath(width: number | null): string {
  return width === null ? '/quote?size=own' : `/quote?size=own&width=${String(width)}`
}
