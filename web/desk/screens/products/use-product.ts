import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { showToast } from '@shared/toasts'
import type { DeskProduct } from '@desk/api/records'
import { useMe } from '@desk/api/session'
import { shownLanguage, useLanguage } from '@desk/i18n/language'
import { keepProduct } from '@desk/lib/products'
import { fieldLabel, valueText } from '@desk/lib/product-fields'
import type { Field, Typed } from './draft'
import { makeProductStore, shownOf, type ProductState, type ProductStore } from './store'

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
