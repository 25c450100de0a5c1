import type { TFunction } from 'i18next'
import { formatShortDateTime } from '@shared/dates'
import { languageNames, type Language } from '@shared/language'
import { formatWithSign } from '@shared/money'
import { colourName } from '@shared/palette/palette'
import { toQepik } from '@shared/price'
import type { TextKey } from '@shared/text-key'
import type { DeskProduct, ProductImage } from '@desk/api/records'
import { categoryText } from './products'
import { textSuffixes } from './translated'

// The fields of a product and their values in words.

/** The texts of a product in the order of the screen, with the largest number of characters. */
export const textLimits = {
  name: 200,
  description: 5_000,
  externalMeasurement: 500,
  internalMeasurement: 500,
  features: 5_000,
  materials: 500,
  care: 500,
  boxContents: 500,
} as const

export type TextName = keyof typeof textLimits
export const textNames = Object.keys(textLimits) as TextName[]

type Suffix = (typeof textSuffixes)[Language]
export type TextField = `${TextName}${Suffix}`

/** The field of a text in a language. */
export const textField = (name: TextName, language: Language): TextField => `${name}${textSuffixes[language]}`

/** The text and the language of a field; null for a field that is no text. */
export function textOf(field: string): { name: TextName; language: Language } | null {
  for (const name of textNames) {
    for (const language of ['az', 'ru', 'en'] as const) if (textField(name, language) === field) return { name, language }
  }
  return null
}

export const textLabels = {
  name: 'PRODUCT.NAME',
  description: 'PRODUCT.DESCRIPTION',
  externalMeasurement: 'PRODUCT.OUTER',
  internalMeasurement: 'PRODUCT.INNER',
  features: 'PRODUCT.FEATURES',
  materials: 'PRODUCT.MATERIALS',
  care: 'PRODUCT.CARE',
  boxContents: 'PRODUCT.BOX',
} as const satisfies Record<TextName, TextKey>

const otherLabels = {
  images: 'PRODUCT.PICTURES',
  categoryId: 'PRODUCT.CATEGORY',
  colors: 'PRODUCT.COLOURS',
  related: 'PRODUCT.RELATED',
  price: 'PRODUCT.PRICE',
  discount: 'PRODUCT.DISCOUNT',
  isActive: 'PRODUCTS.IN_SHOP',
  showAt: 'PRODUCT.SHOW_AT',
  hideAt: 'PRODUCT.HIDE_AT',
  reorderAt: 'PRODUCT.REORDER_AT',
  isMadeToOrder: 'QUOTE.MADE_TO_ORDER',
  weightGrams: 'PRODUCT.WEIGHT',
  designCode: 'PRODUCT.DESIGN',
} as const satisfies Partial<Record<keyof DeskProduct, TextKey>>

/** The name of a field, with the language of a text. */
export function fieldLabel(t: TFunction, field: string): string {
  const text = textOf(field)
  if (text !== null) return `${t(textLabels[text.name])}, ${languageNames[text.language]}`
  return field in otherLabels ? t(otherLabels[field as keyof typeof otherLabels]) : field
}

/** A saved value as text. */
export function valueText(t: TFunction, field: string, value: unknown, language: Language): string {
  if (value === null || value === undefined || value === '') return '–'
  if (field === 'price') return formatWithSign(toQepik(Number(value)), language)
  if (field === 'discount') return `${String(Number(value))} %`
  if (field === 'isActive') return t(value === true ? 'PRODUCT.SHOWN' : 'PRODUCT.HIDDEN')
  if (field === 'isMadeToOrder') return t(value === true ? 'ACTIVITY.YES' : 'ACTIVITY.NO')
  if (field === 'showAt' || field === 'hideAt') return formatShortDateTime(value as string, language)
  if (field === 'categoryId') {
    const text = categoryText(Number(value))
    return text === undefined ? String(Number(value)) : t(text)
  }
  if (field === 'colors') return (value as string[]).map((slug) => colourName(slug, language)).join(', ') || '–'
  if (field === 'images') return t('PRODUCT.PICTURES_COUNT', { count: (value as ProductImage[]).length })
  if (field === 'related') {
    const { mode, productIds } = value as DeskProduct['related']
    return mode === 'auto' ? t('PRODUCT.RELATED_AUTO') : t('PRODUCT.RELATED_COUNT', { count: productIds.length })
  }
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
}
