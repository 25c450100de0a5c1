import { paletteColours } from '@shared/palette/palette'
import { classes } from '@shared/components/classes'
import { Picture } from '@/components/Picture'
import type { Product } from '@/lib/api/types'
import styles from './PiecePicture.module.css'

interface PiecePictureProps {
  product: Product | undefined
  /** Slug of the palette; empty or null if none was chosen. */
  color: string | null
  width: number
  height: number
  sizes: string
  className?: string | undefined
}

/** A product in its colour; without a picture in it, the first one with the colour in its corner. */
export function PiecePicture({ product, color, className, ...size }: PiecePictureProps) {
  const inColour = product?.images.find((image) => image.color === color)
  const [colour] = inColour !== undefined || !color ? [] : paletteColours([color])
  return (
    <span className={classes(styles.frame, className)}>
      <Picture className={styles.picture} image={inColour ?? product?.images[0]} alt="" {...size} />
      {colour !== undefined && <span className={styles.corner} style={{ backgroundColor: colour.swatch }} />}
    </span>
  )
}
