import type { ComponentProps } from 'react'
import type { ProductImage } from '@/lib/api/types'
import { Picture } from '@/components/Picture'

interface ContentPictureProps extends Pick<ComponentProps<typeof Picture>, 'sizes' | 'className' | 'eager'> {
  image: ProductImage | null | undefined
  /** Image URL, if `image` is absent. */
  src?: string | undefined
}

/** Widths that exist besides a wider picture's own. */
const smaller = [480, 960]

/** A decorative picture of a project or a campaign. */
export function ContentPicture({ image, src, ...box }: ContentPictureProps) {
  return (
    <Picture
      image={image}
      src={image?.imageUrl ?? src}
      alt=""
      {...(!image && { height: 720 })}
      widths={image ? [...smaller.filter((width) => width < image.width), image.width] : undefined}
      {...box}
    />
  )
}
