import type { TFunction } from 'i18next'
import type { Product } from '@/lib/api/types'
import { categories } from '@/lib/categories'
import type { Dimensions } from '@/lib/dimensions'

/** Wardrobes and kitchens have a drawing of their own beside their pictures; joints and fittings have none. */
const drawnCategories: readonly number[] = categories.map(({ id }) => id).filter((id) => id !== 3)

/** Where the drawing of a piece with its measures lies, or null. */
export function pieceDrawing({ categoryId, code }: Product): string | null {
  return drawnCategories.includes(categoryId) ? `/images/products/${code.toLowerCase()}/dimensions.svg` : null
}

/** The three measures in words. */
export function dimensionsLabel(t: TFunction, { width, depth, height, unit }: Dimensions): string {
  return [
    `${t('PRODUCT.WIDTH')} ${width} ${unit}`,
    `${t('PRODUCT.DEPTH')} ${depth} ${unit}`,
    `${t('PRODUCT.HEIGHT')} ${height} ${unit}`,
  ].join(', ')
}
