import type { ProductFilter } from '../queries'

/** The width that the visitor looks for, in centimetres: the widest that fits, else the narrowest. */
export function typedWidth({ minWidth, maxWidth }: ProductFilter): number | null {
  return maxWidth ?? minWidth
}

/** Path of the screen that asks for furniture in another size, with its width in centimetres. */
export function otherSizePath(width: number | null): string {
  return width === null ? '/quote?size=own' : `/quote?size=own&width=${String(width)}`
}
