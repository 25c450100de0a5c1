import type { ComponentProps } from 'react'
import type { ProductImage } from '@/lib/api/types'
import { Picture } from './Picture'

interface ContentPictureProps extends Pick<ComponentProps<typeof Picture>, 'sizes' | 'className' | 'eager'> {
  image: ProductImage | null | undefined
  /** Its address, where nothing else is known of it. */
  src?: string | undefined
}

/** The widths that lie beside a picture's own, where it is wider. */
const smaller = [480, 960]

/** A picture of a project or a campaign; the words beside it say what it shows. */
export function ContentPicture({ image, src, ...box }: ContentPictureProps) {
  return (
    <Picture
      src={image?.imageUrl ?? src}
      alt=""
      width={image?.width ?? 960}
      height={image?.height ?? 720}
      widths={image ? [...smaller.filter((width) => width < image.width), image.width] : undefined}
      placeholder={image?.placeholder}
      {...box}
    />
  )
}
