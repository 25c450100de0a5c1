import { Mark } from '@shared/components/Mark'
import { banner, type DeskPromo, type PromoInput } from '@desk/api/content'
import { textIn } from '@desk/lib/content'
import { makeModel, type FieldSpec } from './model'
import styles from './Preview.module.css'
import { recordsScreen, type PreviewPart } from './records-screen'

const specs: readonly FieldSpec[] = [
  { kind: 'text', name: 'text', label: 'CONTENT.TEXT', limit: 200, rows: 1, isNeeded: true },
  { kind: 'time', name: 'showAt', label: 'PRODUCT.SHOW_AT' },
]

const model = makeModel<DeskPromo, PromoInput>({
  specs,
  valuesOf: (row) => ({ ...row }),
  save: (fields, version, { code, position }) => banner.save(code, { ...fields, position, version }),
})

/** A text of the strip above the shop. */
function BannerPreview({ values, language }: PreviewPart) {
  return (
    <p className={styles.strip}>
      <Mark size={16} />
      {textIn(values, 'text', language)}
      <Mark size={16} />
    </p>
  )
}

/** The texts of the strip above the shop, in their order. */
export default recordsScreen<DeskPromo>({
  kind: 'banner',
  nameField: 'text',
  specs,
  model,
  list: banner.list,
  create: (code, textAz, { position }) => banner.save(code, { textAz, textRu: '', textEn: '', isDraft: true, position, version: 0 }),
  remove: ({ code, version }) => banner.remove(code, version),
  order: banner.order,
  timesOf: ({ showAt }) => ({ from: showAt, to: null }),
  texts: { add: 'CONTENT.NEW_BANNER', place: 'CONTENT.ON_TOP', pick: 'CONTENT.PICK' },
  Preview: BannerPreview,
})
