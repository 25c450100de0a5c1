import { useTranslation } from 'react-i18next'
import { stores, type DeskStore, type StoreInput } from '@desk/api/content'
import type { ProductImage } from '@desk/api/records'
import { textIn } from '@desk/lib/content'
import { sentImage } from '@desk/lib/media'
import { makeModel, typedText, type FieldSpec } from './model'
import styles from './Preview.module.css'
import { recordsScreen, type PreviewPart } from './records-screen'

const specs: readonly FieldSpec[] = [
  { kind: 'text', name: 'name', label: 'CONTENT.NAME', limit: 100, rows: 1, isNeeded: true },
  { kind: 'text', name: 'address', label: 'CONTENT.ADDRESS', limit: 200, rows: 1, isNeeded: true },
  { kind: 'text', name: 'weekdayHours', label: 'CONTENT.WEEKDAYS', limit: 100, rows: 1, isNeeded: true },
  { kind: 'text', name: 'weekendHours', label: 'CONTENT.WEEKEND', limit: 100, rows: 1, isNeeded: true },
  { kind: 'line', name: 'whatsapp', label: 'CHANNELS.WHATSAPP', limit: 200, type: 'tel' },
  { kind: 'line', name: 'email', label: 'COMMON.EMAIL', limit: 254, type: 'email' },
  { kind: 'line', name: 'mapUrl', label: 'CONTENT.MAP', limit: 2_000, type: 'url' },
  { kind: 'line', name: 'facebook', label: 'CONTENT.FACEBOOK', limit: 200, type: 'url' },
  { kind: 'line', name: 'instagram', label: 'CONTENT.INSTAGRAM', limit: 200, type: 'url' },
  { kind: 'line', name: 'linkedin', label: 'CONTENT.LINKEDIN', limit: 200, type: 'url' },
  { kind: 'time', name: 'showAt', label: 'PRODUCT.SHOW_AT' },
  { kind: 'images', name: 'images', label: 'PRODUCT.PICTURES', max: 20 },
]

const model = makeModel<DeskStore, Omit<StoreInput, 'images'> & { images: ProductImage[] }>({
  specs,
  valuesOf: (row) => ({ ...row }),
  save: ({ images, ...fields }, version, { code, position }) =>
    stores.save(code, { ...fields, images: images.map(sentImage), position, version }),
})

/** A store as the contact page shows it. */
function StorePreview({ values, language }: PreviewPart) {
  const { t } = useTranslation()
  const rows = [
    [t('CONTENT.ADDRESS'), textIn(values, 'address', language)],
    [t('CONTENT.WEEKDAYS'), textIn(values, 'weekdayHours', language)],
    [t('CONTENT.WEEKEND'), textIn(values, 'weekendHours', language)],
    [t('CHANNELS.WHATSAPP'), typedText(values.whatsapp)],
    [t('COMMON.EMAIL'), typedText(values.email)],
  ].filter(([, text]) => text !== '')
  return (
    <div className={styles.store}>
      <h3>{textIn(values, 'name', language)}</h3>
      <dl>
        {rows.map(([label, text]) => (
          <div key={label} className={styles.pair}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** The stores of the contact page, in their order. */
export default recordsScreen<DeskStore>({
  kind: 'stores',
  nameField: 'name',
  specs,
  model,
  list: stores.list,
  create: (code, nameAz, { position }) => stores.save(code, { nameAz, images: [], isDraft: true, position, version: 0 }),
  remove: ({ code, version }) => stores.remove(code, version),
  order: stores.order,
  timesOf: ({ showAt }) => ({ from: showAt, to: null }),
  texts: { add: 'CONTENT.NEW_STORE', place: 'CONTENT.ON_CONTACT', pick: 'CONTENT.PICK' },
  Preview: StorePreview,
})
