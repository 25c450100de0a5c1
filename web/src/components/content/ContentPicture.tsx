import type { ComponentProps } from 'react'
import type { ProductImage } from '@/lib/api/types'
import { Picture } from '@/components/Picture'
import { imageWidths } from '@/lib/image'

interface ContentPictureProps extends Pick<ComponentProps<typeof Picture>, 'sizes' | 'className' | 'eager'> {
  image: ProductImage | null | undefined
  /** Image URL, if `image` is absent. */
  src?: string | undefined
}

/** A decorative picture of a project or a campaign. */
export function ContentPicture({ image, src, ...box }: ContentPictureProps) {
  return (
    <Picture
      image={image}
      src={image?.imageUrl ?? src}
      alt=""
      {...(!image && { height: 720 })}
      widths={image ? imageWidths(image) : undefined}
      {...box}
    />
  )
}
