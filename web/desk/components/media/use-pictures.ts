import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fetchPicture, sendPicture } from '@desk/api/media'
import type { Media, ProductImage } from '@desk/api/records'
import { imageKey, mediaPart } from '@desk/lib/media'
import { moved } from '@desk/lib/order'
import { useUploads, type Uploads } from '@desk/lib/uploads'

/** The largest number of pictures of a record. */
const maxPictures = 40

/** The part of an editor that has pictures. */
interface PicturesField {
  store: {
    getState: () => { typed: { images?: ProductImage[] } }
    change: (field: 'images', images: ProductImage[]) => void
  }
  shown: { images: ProductImage[] }
}

/** Calls of the editor for the pictures of a record. */
export interface PictureEditing {
  /** The largest number of them. */
  max: number
  uploads: Uploads
  /** The last change of the order, for assistive technology. */
  said: string
  /** Number of files that are on their way. */
  sending: number
  add: (files: readonly File[], replaces?: string) => void
  /** Adds the picture of a public address. */
  addAddress: (address: string) => void
  move: (from: number, to: number) => void
  change: (key: string, changes: Partial<ProductImage>) => void
  remove: (key: string) => void
}

/** A picture without texts, in the middle. */
const newImage = (media: Media): ProductImage => ({
  ...mediaPart(media),
  color: null,
  altAz: '',
  altRu: '',
  altEn: '',
  focusX: 50,
  focusY: 50,
})

/** The pictures of a record, of its field `images`: they are sent at once, and saved with the record. */
export function usePictures({ store, shown }: PicturesField, max = maxPictures): PictureEditing {
  const { t } = useTranslation()
  const [said, setSaid] = useState('')
  const saved = useRef(shown.images)
  useEffect(() => {
    saved.current = shown.images
  })
  // Values typed since the last render count.
  const latest = () => store.getState().typed.images ?? saved.current
  const set = (images: ProductImage[]) => store.change('images', images)
  const uploads = useUploads({ send: sendPicture, fetchPicture }, (media, replaces) => {
    const images = latest()
    if (images.some((image) => imageKey(image) === media.id)) return
    const isReplaced = images.some((image) => imageKey(image) === replaces)
    set(
      isReplaced
        ? images.map((image) => (imageKey(image) === replaces ? { ...image, ...mediaPart(media) } : image))
        : [...images, newImage(media)],
    )
  })
  const isOnItsWay = ({ state }: Uploads['uploads'][number]) => state !== 'refused'
  const sending = uploads.uploads.filter(isOnItsWay).length
  /** How many further pictures fit. */
  const room = () => max - shown.images.length - uploads.uploads.filter((upload) => isOnItsWay(upload) && upload.replaces === null).length
  return {
    max,
    uploads,
    said,
    sending,
    add: (files, replaces) => {
      void uploads.add(files, replaces === undefined ? { room: room() } : { room: 1, replaces })
    },
    addAddress: (address) => {
      void uploads.addAddress(address, room())
    },
    move: (from, to) => {
      const images = latest()
      if (to < 0 || to >= images.length) return
      set(moved(images, from, to))
      setSaid(t('MEDIA.MOVED', { from: from + 1, to: to + 1, count: images.length }))
    },
    change: (key, changes) => set(latest().map((image) => (imageKey(image) === key ? { ...image, ...changes } : image))),
    remove: (key) => set(latest().filter((image) => imageKey(image) !== key)),
  }
}
