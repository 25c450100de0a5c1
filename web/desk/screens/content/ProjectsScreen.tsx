import { projects, type DeskProject, type ProjectInput } from '@desk/api/content'
import type { ProductImage } from '@desk/api/records'
import { pictureOf, sentPicture, textIn } from '@desk/lib/content'
import { objectPosition } from '@desk/lib/media'
import { makeModel, pictureAliases, type FieldSpec } from './model'
import styles from './Preview.module.css'
import { recordsScreen, type PreviewPart } from './records-screen'

const specs: readonly FieldSpec[] = [
  { kind: 'text', name: 'title', label: 'CONTENT.NAME', limit: 100, rows: 1, isNeeded: true },
  { kind: 'text', name: 'description', label: 'CONTENT.TEXT', limit: 2_000, rows: 3 },
  {
    kind: 'choice',
    name: 'category',
    label: 'PRODUCT.CATEGORY',
    options: [
      { value: 'wardrobe', text: 'CATEGORIES.WARDROBES' },
      { value: 'kitchen', text: 'CATEGORIES.KITCHENS' },
      { value: 'garden', text: 'CONTENT.GARDEN' },
    ],
  },
  { kind: 'time', name: 'showAt', label: 'PRODUCT.SHOW_AT' },
  { kind: 'flag', name: 'isLarge', label: 'CONTENT.LARGE' },
  { kind: 'images', name: 'images', label: 'CONTENT.PICTURE', max: 1 },
]

const model = makeModel<DeskProject, ProjectInput & { images: ProductImage[] }>({
  specs,
  valuesOf: (row) => ({ ...row, images: pictureOf(row) }),
  save: ({ images, ...fields }, version, { code, position }) =>
    projects.save(code, { ...fields, ...sentPicture(images), position, version }),
  aliases: pictureAliases,
})

/** A card of the page of projects. */
function ProjectPreview({ values, language }: PreviewPart) {
  const [image] = (values.images ?? []) as ProductImage[]
  return (
    <div className={styles.project} data-large={values.isLarge === true || undefined}>
      {image === undefined || image.imageUrl === '' ? (
        <span className={styles.image} />
      ) : (
        <img src={image.imageUrl} alt="" className={styles.image} style={{ objectPosition: objectPosition(image) }} />
      )}
      <h3>{textIn(values, 'title', language)}</h3>
      <p className="dim small">{textIn(values, 'description', language)}</p>
    </div>
  )
}

/** The projects of the shop, in their order. */
export default recordsScreen<DeskProject>({
  kind: 'projects',
  nameField: 'title',
  specs,
  model,
  list: projects.list,
  create: (code, titleAz, { position }) =>
    projects.save(code, { titleAz, titleRu: '', titleEn: '', category: 'wardrobe', isLarge: false, isDraft: true, position, version: 0 }),
  remove: ({ code, version }) => projects.remove(code, version),
  order: projects.order,
  timesOf: ({ showAt }) => ({ from: showAt, to: null }),
  texts: { add: 'CONTENT.NEW_PROJECT', place: 'CONTENT.ON_PROJECTS', pick: 'CONTENT.PICK' },
  Preview: ProjectPreview,
})
