import { useQuery } from '@shared/query/use-query'
import { query } from '@desk/api/client'
import type { Media, ProductImage } from '@desk/api/records'
import type { Language } from '@shared/language'
import { textSuffixes } from './translated'

/** Milliseconds between two questions whether the sizes of a picture are made. */
export const processingMs = 1500

/** An uploaded picture; it is asked for again while its sizes are made. */
export const useMedia = (id: string) =>
  useQuery({
    ...query('/desk/media/{id}', { path: { id } }),
    refetchInterval: ({ state: { data } }) => (data === undefined || isProcessing(data) ? processingMs : false),
  })

/** Whether its content or its sizes are still to come. */
export const isProcessing = ({ state }: Media) => state === 'uploading' || state === 'processing'

/** Fields of a picture that come from its file. */
type MediaPart = Pick<ProductImage, 'mediaId' | 'imageUrl' | 'width' | 'height' | 'placeholder'>

/** The part of a picture that is its file; without an address while its sizes are made. */
export const mediaPart = ({ id, imageUrl, width, height, placeholder }: Media): MediaPart => ({
  mediaId: id,
  imageUrl: imageUrl ?? '',
  width,
  height,
  placeholder: placeholder ?? '',
})

/** The point of a picture that stays in sight where it is cut, in CSS. */
export const objectPosition = ({ focusX, focusY }: Pick<ProductImage, 'focusX' | 'focusY'>): string =>
  `${String(focusX)}% ${String(focusY)}%`

type AltField = 'altAz' | 'altRu' | 'altEn'
export const altField = (language: Language): AltField => `alt${textSuffixes[language]}`

/** Tells the pictures of a record apart. */
export const imageKey = ({ mediaId, imageUrl }: Pick<ProductImage, 'mediaId' | 'imageUrl'>): string => mediaId ?? imageUrl

/** Fields of a picture in a save: the service knows its size and its placeholder. */
export const sentImage = ({ mediaId, imageUrl, color, altAz, altRu, altEn, focusX, focusY }: ProductImage) => ({
  ...(mediaId === null ? { imageUrl } : { mediaId }),
  color,
  altAz,
  altRu,
  altEn,
  focusX,
  focusY,
})
