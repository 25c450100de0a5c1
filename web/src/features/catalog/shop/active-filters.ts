import type { TFunction } from 'i18next'
import type { Language } from '@shared/language'
import { formatWithCode } from '@shared/money'
import { paletteColours } from '@shared/palette/palette'
import { toQepik } from '@shared/price'
import type { Facets } from '@/lib/api/types'
import { nicheOf } from '@/lib/niche/own-width'
import type { ProductFilter } from '../queries'
import type { ShopChange } from './shop-query'

/** A chosen filter, and the change that removes it. */
interface ActiveFilter {
  label: string
  change: ShopChange
}

/** The chosen filters but the category, which the title names. */
export function activeFilters(t: TFunction, language: Language, filter: ProductFilter): ActiveFilter[] {
  const { minPrice, maxPrice, minWidth: from, maxWidth: to, colors, availability, discounted } = filter
  const price = (amount: number) => formatWithCode(toQepik(amount), language)
  const found: ActiveFilter[] = []
  if (minPrice !== null) found.push({ label: t('SHOP.CHIP_FROM', { price: price(minPrice) }), change: { minPrice: null } })
  if (maxPrice !== null) found.push({ label: t('SHOP.CHIP_TO', { price: price(maxPrice) }), change: { maxPrice: null } })
  const width = { minWidth: null, maxWidth: null }
  const niche = nicheOf(filter)
  if (niche !== null) found.push({ label: t('SHOP.CHIP_NICHE', { width: niche }), change: width })
  else if (from !== null && to !== null) found.push({ label: t('SHOP.CHIP_WIDTH', { from, to }), change: width })
  else if (from !== null) found.push({ label: t('SHOP.CHIP_WIDTH_FROM', { from }), change: width })
  else if (to !== null) found.push({ label: t('SHOP.CHIP_WIDTH_TO', { to }), change: width })
  for (const { slug, names } of paletteColours(colors)) {
    found.push({ label: names[language], change: { colors: colors.filter((other) => other !== slug) } })
  }
  if (availability.includes('stock')) {
    found.push({ label: t('SHOP.STOCK'), change: { availability: availability.filter((value) => value !== 'stock') } })
  }
  if (availability.includes('order')) {
    found.push({ label: t('PRODUCT.MADE_TO_ORDER'), change: { availability: availability.filter((value) => value !== 'order') } })
  }
  if (discounted) found.push({ label: t('SHOP.DISCOUNTED'), change: { discounted: false } })
  return found
}

/**
 * Returns the title of a group without which there would be products, for a filter that has none. Each group is counted
 * with the filters of all others, so a chosen one that has counts is the one that leaves nothing.
 */
export function emptyingGroup(t: TFunction, filter: ProductFilter, facets: Facets): string | null {
  const some = (counts: Readonly<Record<string, number>>) => Object.values(counts).some((count) => count > 0)
  const chosen = (...bounds: (number | null)[]) => bounds.some((bound) => bound !== null)
  if (chosen(filter.minWidth, filter.maxWidth) && facets.width.min !== null) return t('SHOP.WIDTH')
  if (chosen(filter.minPrice, filter.maxPrice) && facets.price.min !== null) return t('SHOP.PRICE')
  if (filter.colors.length > 0 && some(facets.colors)) return t('SHOP.COLORS')
  if (filter.availability.length === 1 && some(facets.availability)) return t('SHOP.AVAILABILITY')
  if (chosen(filter.categoryId) && some(facets.categories)) return t('SHOP.CATEGORIES')
  return null
}
