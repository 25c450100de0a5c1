import { wide } from '@shared/media'
import { Picture } from '@/components/Picture'
import type { ProductImage } from '@/lib/api/types'
import { imageWidths } from '@/lib/image'

interface MainPictureProps {
  image: ProductImage | undefined
  name: string
  /** URL of a smaller picture that is loaded already, shown until this one is. */
  smaller?: string | undefined
  /** Loads with high priority instead of near the viewport. */
  eager?: boolean
}

/** The large picture of a product page; without an image, the mark. */
export function MainPicture({ image, name, smaller, eager = true }: MainPictureProps) {
  return (
    <Picture
      src={image?.imageUrl}
      alt={name}
      width={image?.width ?? 960}
      height={image?.height ?? 1200}
      widths={image && imageWidths(image)}
      sizes={`${wide} 55vw, 100vw`}
      placeholder={smaller ?? image?.placeholder}
      eager={eager}
    />
  )
}
