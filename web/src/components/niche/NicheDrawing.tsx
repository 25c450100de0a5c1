import { classes } from '@shared/components/classes'
import { drawFront } from '@shared/drawing/piece'
import type { Measures } from '@shared/measures'
import type { Product } from '@/lib/api/types'
import type { Fit } from '@/lib/niche/fit'
import type { Niche } from '@/lib/niche/niche'
import { frontOf, sizesOf } from '@/lib/quote/sizes'
import styles from './Drawings.module.css'

interface NicheDrawingProps {
  product: Product
  niche: Niche
  fit: Fit
  className?: string | undefined
}

/** Units of the drawing's larger side. */
const size = 480
/** Thickness of walls and floor, and the space above a piece in a niche without a height, in parts of the larger side. */
const wallPart = 0.07
const openAbove = 1.12

const round = (value: number) => Math.round(value * 10) / 10

/** Where a piece stands: in the middle of the niche, on its floor. */
function faceOf({ widthMm, heightMm }: Measures, middle: number, floor: number, scale: number) {
  const [width, height] = [round(widthMm * scale), round(heightMm * scale)]
  return { x: round(middle - width / 2), y: round(floor - height), width, height }
}

/** A piece in its niche, small and to scale; the sentence beside it says the same. A made piece has the standard one broken over it. */
export function NicheDrawing({ product, niche, fit, className }: NicheDrawingProps) {
  const { own } = sizesOf(product)
  const front = frontOf(product)
  const { piece } = fit
  const tallest = Math.max(piece.heightMm, own?.heightMm ?? 0)
  const openMm = { width: niche.widthMm, height: niche.heightMm ?? tallest * openAbove }
  const widest = Math.max(openMm.width, piece.widthMm, own?.widthMm ?? 0)
  const largest = Math.max(widest, openMm.height, tallest)
  const scale = (size * (1 - 2 * wallPart)) / largest
  const wall = size * wallPart
  const [width, height] = [round(widest * scale + 2 * wall), round(Math.max(openMm.height, tallest) * scale + 2 * wall)]
  const [middle, floor] = [width / 2, height - wall]
  const [left, right] = [-1, 1].map((side) => round(middle + (side * openMm.width * scale) / 2))
  const top = niche.heightMm === null ? 0 : round(floor - openMm.height * scale)
  const face = faceOf(piece, middle, floor, scale)
  const standard = fit.kind === 'made' && own !== null ? faceOf(own, middle, floor, scale) : null
  return (
    <svg className={classes(styles.drawing, className)} viewBox={`0 0 ${String(width)} ${String(height)}`} aria-hidden="true">
      <path
        className={styles.walls}
        fillRule="evenodd"
        d={`M0 0H${String(width)}V${String(height)}H0ZM${String(left)} ${String(top)}H${String(right)}V${String(floor)}H${String(left)}Z`}
      />
      <rect className={fit.kind === 'too-large' ? styles.tooLarge : styles.face} {...face} />
      {front !== null && <path className={styles.lines} d={drawFront(front, piece.heightMm, face)} />}
      {standard !== null && <rect className={styles.standard} {...standard} />}
    </svg>
  )
}
