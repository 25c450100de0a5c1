import type { TextKey } from '@shared/text-key'
import type { Language } from '@shared/language'
import type { ContentState, Pictured, PictureInput, ProductImage } from '@desk/api/records'
import type { StatusView } from '@desk/components/Parts'
import { inLanguage, sourceLanguage, type Translated } from './translated'

export const contentStates = ['draft', 'planned', 'shown', 'ended'] as const satisfies readonly ContentState[]

export const contentStateViews = {
  draft: { text: 'CONTENT.DRAFT', tone: 'amber', isFilled: false },
  planned: { text: 'CONTENT.PLANNED', tone: 'ink', isFilled: false },
  shown: { text: 'CONTENT.SHOWN', tone: 'emerald', isFilled: true },
  ended: { text: 'CONTENT.ENDED', tone: 'grey', isFilled: true },
} as const satisfies Record<ContentState, StatusView>

/** The parts of the content's screen. */
export const contentKinds = [
  { name: 'campaigns', text: 'CONTENT.CAMPAIGNS' },
  { name: 'banner', text: 'CONTENT.BANNER' },
  { name: 'projects', text: 'CONTENT.PROJECTS' },
  { name: 'stores', text: 'CONTENT.STORES' },
  { name: 'catalogue', text: 'CONTENT.CATALOGUE' },
  { name: 'home', text: 'CONTENT.HOME' },
  { name: 'hours', text: 'CONTENT.HOURS' },
] as const satisfies readonly { name: string; text: TextKey }[]
export type ContentKind = (typeof contentKinds)[number]['name']

export const contentPath = (kind: ContentKind, code?: string) =>
  `/content/${kind}${code === undefined ? '' : `/${encodeURIComponent(code)}`}`

/** A text of a record in a language, or what the shop shows in its place. */
export function textIn(row: object, name: string, language: Language): string {
  const texts = row as Translated
  const own = texts[inLanguage(name, language)]?.trim() ?? ''
  return own === '' ? (texts[inLanguage(name, sourceLanguage)] ?? '') : own
}

/** The picture of a record, as a list of none or one. */
export function pictureOf({ mediaId, imageUrl, image, altAz, altRu, altEn, focusX, focusY }: Pictured): ProductImage[] {
  if (mediaId === null && (imageUrl ?? '') === '') return []
  const { width, height, placeholder } = image ?? { width: 4, height: 3, placeholder: null }
  const texts = { altAz, altRu, altEn }
  return [{ mediaId, imageUrl: imageUrl ?? '', width, height, placeholder: placeholder ?? '', color: null, ...texts, focusX, focusY }]
}

/** The picture of a record as a save sends it. */
export function sentPicture([image]: readonly ProductImage[]): PictureInput {
  if (image === undefined) return { mediaId: null, imageUrl: null, altAz: '', altRu: '', altEn: '', focusX: 50, focusY: 50 }
  const { mediaId, imageUrl, altAz, altRu, altEn, focusX, focusY } = image
  const texts = { altAz, altRu, altEn, focusX, focusY }
  if (mediaId !== null) return { mediaId, ...texts }
  const { width, height, placeholder } = image
  return { mediaId, imageUrl, image: { width, height, placeholder: placeholder === '' ? null : placeholder }, ...texts }
}
