import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sendPicture } from '@desk/api/media'
import type { Media, ProductImage } from '@desk/api/records'
import { mediaPart } from '@desk/lib/media'
import { useUploads, type Uploads } from '@desk/lib/uploads'
import { imageKey, moved } from './draft'
import type { Editing } from './use-product'

/** The largest number of pictures of a product. */
const maxPictures = 40

/** What the editor does with the pictures of a product. */
export interface PictureEditing {
  uploads: Uploads
  /** The last change of the order, for assistive technology. */
  said: string
  /** Number of files that are on their way. */
  sending: number
  add: (files: readonly File[], replaces?: string) => void
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

/** The pictures of a product: they are sent at once, and saved with the product. */
export function usePictures({ store, shown }: Editing): PictureEditing {
  const { t } = useTranslation()
  const [said, setSaid] = useState('')
  const latest = () => {
    const { typed, product } = store.getState()
    return typed.images ?? product.images
  }
  const set = (images: ProductImage[]) => store.change('images', images)
  const uploads = useUploads(sendPicture, (media, replaces) => {
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
  return {
    uploads,
    said,
    sending,
    add: (files, replaces) => {
      const further = uploads.uploads.filter((upload) => isOnItsWay(upload) && upload.replaces === null).length
      void uploads.add(files, replaces === undefined ? { room: maxPictures - shown.images.length - further } : { room: 1, replaces })
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
