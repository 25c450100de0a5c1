import { formatSides, isPossible, parseCentimetres, type Measures } from '@shared/measures'
import palette from '@shared/palette/palette.json'
import { projects, type DeskProject, type ProjectInput } from '@desk/api/content'
import type { ProductImage } from '@desk/api/records'
import { pictureOf, sentPicture, textIn } from '@desk/lib/content'
import { objectPosition } from '@desk/lib/media'
import { makeModel, pictureAliases, type FieldSpec } from './model'
import styles from './Preview.module.css'
import { recordsScreen, type PreviewPart } from './records-screen'

const colours = Object.entries(palette).map(([value, names]) => ({ value, names }))

/** Parses width × depth × height in centimetres; null for any other text. */
function parseSides(text: string): Measures | null {
  const parts = text.split(/[×xх*]/i).map(parseCentimetres)
  const [widthMm, depthMm, heightMm] = parts
  if (parts.length !== 3 || widthMm == null || depthMm == null || heightMm == null) return null
  return [widthMm, depthMm, heightMm].every(isPossible) ? { widthMm, depthMm, heightMm } : null
}

/** The product nearest to a project, as the editor has it. */
interface PieceFields {
  productCode: string | null
  /** Slug of the palette; empty if it is not known. */
  color: string
  size: string | null
}

const pieceFields = ({ piece }: DeskProject): PieceFields => ({
  productCode: piece?.productCode ?? null,
  color: piece?.color ?? '',
  size: piece?.measures ? formatSides(piece.measures, 'az') : null,
})

const pieceOf = ({ productCode, color, size }: PieceFields): NonNullable<ProjectInput['piece']> | null =>
  productCode === null ? null : { productCode, color: color === '' ? null : color, measures: size === null ? null : parseSides(size) }

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
  { kind: 'line', name: 'productCode', label: 'CONTENT.PIECE', limit: 60 },
  { kind: 'choice', name: 'color', label: 'CONTENT.PIECE_COLOR', options: [{ value: '', text: 'CONTENT.PIECE_UNKNOWN' }, ...colours] },
  { kind: 'line', name: 'size', label: 'CONTENT.PIECE_SIZE', limit: 40, isValid: (text) => parseSides(text) !== null },
  { kind: 'time', name: 'showAt', label: 'PRODUCT.SHOW_AT' },
  { kind: 'flag', name: 'isLarge', label: 'CONTENT.LARGE' },
  { kind: 'images', name: 'images', label: 'CONTENT.PICTURE', max: 1 },
]

const model = makeModel<DeskProject, ProjectInput & PieceFields & { images: ProductImage[] }>({
  specs,
  valuesOf: (row) => ({ ...row, ...pieceFields(row), images: pictureOf(row) }),
  save: ({ images, productCode, color, size, ...fields }, version, { code, position }) =>
    projects.save(code, { ...fields, ...sentPicture(images), piece: pieceOf({ productCode, color, size }), position, version }),
  aliases: { ...pictureAliases, 'piece.productCode': 'productCode', 'piece.color': 'color', 'piece.measures': 'size' },
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
