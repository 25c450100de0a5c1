import { wide } from '@shared/media'
import { Picture } from '@/components/Picture'
import type { ProductImage } from '@/lib/api/types'
import { useLanguage } from '@/lib/i18n/setup'
import { imageWidths } from '@/lib/image'
import { localized } from '@/lib/localized'
import type { Language } from '@shared/language'
import styles from './Gallery.module.css'

/** Alternative text of a picture in the language, else the name of its product. */
export const imageAlt = (image: ProductImage | undefined, name: string, language: Language): string =>
  localized({ ...image }, 'alt', language) || name

interface MainPictureProps {
  image: ProductImage | undefined
  /** Name of the product: the text of a picture without one in the language. */
  name: string
  /** URL of a smaller picture that is loaded already, shown until this one is. */
  smaller?: string | undefined
  /** Loads with high priority instead of near the viewport. */
  eager?: boolean
}

/** The large picture of a product page, whole if it is wider than high; without an image, the mark. */
export function MainPicture({ image, name, smaller, eager = true }: MainPictureProps) {
  return (
    <Picture
      image={image}
      alt={imageAlt(image, name, useLanguage())}
      widths={image && imageWidths(image)}
      sizes={`${wide} 55vw, 100vw`}
      placeholder={smaller ?? image?.placeholder}
      eager={eager}
      className={image && image.width > image.height ? styles.whole : undefined}
    />
  )
}
