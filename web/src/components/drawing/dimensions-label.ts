import type { TFunction } from 'i18next'
import type { Dimensions } from '@/lib/catalog/dimensions'

/** The three dimensions as text. */
export function dimensionsLabel(t: TFunction, { width, depth, height, unit }: Dimensions): string {
  return [
    `${t('PRODUCT.WIDTH')} ${width} ${unit}`,
    `${t('PRODUCT.DEPTH')} ${depth} ${unit}`,
    `${t('PRODUCT.HEIGHT')} ${height} ${unit}`,
  ].join(', ')
}
