import { Picture } from '@/components/Picture'
import type { ProductImage } from '@/lib/api/types'
import { imageWidths } from '@/lib/image'

/** A product's picture as large as its page shows it; without one, the mark. */
export function MainPicture({ image, name }: { image: ProductImage | undefined; name: string }) {
  return (
    <Picture
      src={image?.imageUrl}
      alt={name}
      width={image?.width ?? 960}
      height={image?.height ?? 1200}
      widths={image && imageWidths(image)}
      sizes="(min-width: 992px) 55vw, 100vw"
      placeholder={image?.placeholder}
      eager
    />
  )
}
