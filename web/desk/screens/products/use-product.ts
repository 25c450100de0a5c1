import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { TFunction } from 'i18next'
import { formatWithSign } from '@shared/money'
import { formatShortDateTime } from '@shared/dates'
import { languageNames, type Language } from '@shared/language'
import { colourName } from '@shared/palette/palette'
import { toQepik } from '@shared/price'
import { showToast } from '@shared/toasts'
import type { TextKey } from '@shared/text-key'
import type { DeskProduct, ProductImage } from '@desk/api/records'
import { useMe } from '@desk/api/session'
import { shownLanguage, useLanguage } from '@desk/i18n/language'
import { categoryText, keepProduct } from '@desk/lib/products'
import { textOf, type Field, type TextField, type TextName, type Typed } from './draft'
import { makeProductStore, shownOf, type ProductState, type ProductStore } from './store'

export const textLabels = {
  name: 'PRODUCT.NAME',
  description: 'PRODUCT.DESCRIPTION',
  externalMeasurement: 'PRODUCT.OUTER',
  internalMeasurement: 'PRODUCT.INNER',
  features: 'PRODUCT.FEATURES',
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
} as const satisfies Record<Exclude<Field, TextField>, TextKey>

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

/** What the parts of the editor work with. */
export interface Editing {
  state: ProductState
  store: ProductStore
  /** What is typed over what is saved. */
  shown: Typed
  /** The text of a field's error, of the service or of the last try to save. */
  errorOf: (field: Field) => string | undefined
  isChanged: (field: Field) => boolean
}

/** The unsaved fields of a product. */
export function useProductStore(product: DeskProduct, keyText: (key: string) => string): Editing {
  const { t } = useTranslation()
  const me = useMe()
  const language = useLanguage()
  const [store] = useState(() =>
    makeProductStore({
      product,
      me: me.id,
      language: shownLanguage(),
      conflict: {
        label: (field) => fieldLabel(t, field),
        show: (field, value) => valueText(t, field, value, shownLanguage()),
      },
      onSaved: keepProduct,
      onMerged: (count) => showToast({ tone: 'done', text: t('CONFLICT.MERGED', { count }) }),
    }),
  )
  const state = useStore(store)
  useEffect(() => store.take(product), [store, product])
  return {
    state,
    store,
    shown: shownOf(state, language),
    errorOf: (field) => {
      const key = state.refused[field]
      return key === undefined ? undefined : keyText(key)
    },
    isChanged: (field) => field in state.typed,
  }
}
