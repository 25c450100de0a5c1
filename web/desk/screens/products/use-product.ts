import { useTranslation } from 'react-i18next'
import { call } from '@desk/api/client'
import type { DeskProduct } from '@desk/api/records'
import { shownLanguage } from '@desk/i18n/language'
import { useEditing, type Editing as EditingOf } from '@desk/lib/editing'
import { fieldLabel, valueText } from '@desk/lib/product-fields'
import { keepProduct } from '@desk/lib/products'
import type { RecordModel } from '@desk/lib/record-store'
import { check, fieldNames, fieldsOf, isSame, sentFields, typedOf, type Fields, type Typed } from './draft'

/** State that the parts of the editor share. */
export type Editing = EditingOf<DeskProduct, Fields, Typed>

const model: RecordModel<DeskProduct, Fields, Typed> = {
  fieldNames,
  fieldsOf,
  typedOf: (fields) => typedOf(fields, shownLanguage()),
  isSame,
  check,
  send: (version, changes, { code }) =>
    call('PATCH', '/desk/products/{code}', { path: { code }, body: { version, ...sentFields(changes) } }),
}

/** The unsaved fields of a product. */
export function useProductStore(product: DeskProduct): Editing {
  const { t } = useTranslation()
  return useEditing({
    record: product,
    model,
    draft: { kind: 'product', code: product.code },
    label: (field) => fieldLabel(t, field),
    show: (field, value) => valueText(t, field, value, shownLanguage()),
    onSaved: keepProduct,
  })
}
