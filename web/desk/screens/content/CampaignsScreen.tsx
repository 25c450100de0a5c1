import { useTranslation } from 'react-i18next'
import { campaigns, type CampaignInput, type DeskCampaign } from '@desk/api/content'
import type { ProductImage } from '@desk/api/records'
import { pictureOf, sentPicture, textIn } from '@desk/lib/content'
import { objectPosition } from '@desk/lib/media'
import { readTime } from '@desk/lib/moments'
import { useNow } from '@desk/lib/use-now'
import { makeModel, pictureAliases, typedText, type FieldSpec } from './model'
import styles from './Preview.module.css'
import { recordsScreen, type PreviewPart } from './records-screen'

const specs: readonly FieldSpec[] = [
  { kind: 'text', name: 'name', label: 'CONTENT.NAME', limit: 100, rows: 1, isNeeded: true },
  { kind: 'text', name: 'description', label: 'CONTENT.TEXT', limit: 1_000, rows: 3, isNeeded: true },
  { kind: 'time', name: 'startDate', label: 'CONTENT.STARTS', usual: '09:00' },
  { kind: 'time', name: 'endDate', label: 'CONTENT.ENDS', usual: '23:59', isNeeded: true, after: 'startDate' },
  { kind: 'images', name: 'images', label: 'CONTENT.PICTURE', max: 1 },
]

const model = makeModel<DeskCampaign, CampaignInput & { images: ProductImage[] }>({
  specs,
  valuesOf: (row) => ({ ...row, images: pictureOf(row) }),
  save: ({ images, ...fields }, version, { id }) => campaigns.save(id, { ...fields, ...sentPicture(images), version }),
  aliases: pictureAliases,
  present: (data) => campaigns.withCode(data as DeskCampaign),
})

const pad = (value: number) => String(value).padStart(2, '0')

/** The campaign on the home page, with the time until its end as it begins. */
function CampaignPreview({ values, language }: PreviewPart) {
  const { t } = useTranslation()
  const now = useNow().getTime()
  const [image] = (values.images ?? []) as ProductImage[]
  const end = readTime(typedText(values.endDate))
  const start = readTime(typedText(values.startDate))
  const instant = (read: typeof end) => ('value' in read && read.value !== null ? Date.parse(read.value) : Number.NaN)
  const from = Math.max(instant(start) || 0, now)
  const minutes = Number.isNaN(instant(end)) ? 0 : Math.max(0, Math.floor((instant(end) - from) / 60_000))
  const parts = [
    { figure: Math.floor(minutes / 1_440), text: t('CONTENT.DAYS') },
    { figure: Math.floor(minutes / 60) % 24, text: t('CONTENT.HOURS_LEFT') },
    { figure: minutes % 60, text: t('CONTENT.MINUTES') },
  ]
  return (
    <div className={styles.band}>
      {image === undefined || image.imageUrl === '' ? (
        <span className={styles.image} />
      ) : (
        <img src={image.imageUrl} alt="" className={styles.image} style={{ objectPosition: objectPosition(image) }} />
      )}
      <div className={styles.words}>
        <h3>{textIn(values, 'name', language)}</h3>
        <p>{textIn(values, 'description', language)}</p>
        <div className={styles.timer}>
          {parts.map(({ figure, text }) => (
            <div key={text}>
              <b>{pad(figure)}</b>
              <span>{text}</span>
            </div>
          ))}
        </div>
        <span className={styles.press}>{t('CONTENT.TO_SHOP')}</span>
      </div>
    </div>
  )
}

/** The campaigns of the home page. */
export default recordsScreen<DeskCampaign>({
  kind: 'campaigns',
  nameField: 'name',
  specs,
  model,
  list: campaigns.list,
  create: (code, nameAz, { key }) => campaigns.create({ code, nameAz, isDraft: true }, key),
  remove: ({ id, version }) => campaigns.remove(id, version),
  timesOf: ({ startDate, endDate }) => ({ from: startDate, to: endDate }),
  texts: { add: 'CONTENT.NEW_CAMPAIGN', place: 'CONTENT.ON_HOME', pick: 'CONTENT.PICK' },
  Preview: CampaignPreview,
})
