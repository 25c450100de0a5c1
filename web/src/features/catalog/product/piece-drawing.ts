import type { TFunction } from 'i18next'
import type { Product } from '@/lib/api/types'
import { categories } from '@/lib/categories'
import type { Dimensions } from '@/lib/dimensions'

/** Categories with dimension drawings: all but furniture joints. */
const drawnCategories: readonly number[] = categories.map(({ id }) => id).filter((id) => id !== 3)

/** URL of a product's dimension drawing, or `null`. */
export function pieceDrawing({ categoryId, code }: Product): string | null {
  return drawnCategories.includes(categoryId) ? `/images/products/${code.toLowerCase()}/dimensions.svg` : null
}

/** The three dimensions as text. */
export function dimensionsLabel(t: TFunction, { width, depth, height, unit }: Dimensions): string {
  return [
    `${t('PRODUCT.WIDTH')} ${width} ${unit}`,
    `${t('PRODUCT.DEPTH')} ${depth} ${unit}`,
    `${t('PRODUCT.HEIGHT')} ${height} ${unit}`,
  ].join(', ')
}
