import type { Dimensions } from '@/lib/dimensions'
import { classes } from '@shared/components/classes'
import styles from './BoxThumbnail.module.css'
import { boxDrawing } from './drawing'

/** Space around the box, in units of the drawing. */
const margin = 28

/** The box of a line drawn small and without its dimensions, which stand beside it. */
export function BoxThumbnail({ dimensions, className }: { dimensions: Dimensions; className?: string | undefined }) {
  const { origin, width, height, recede } = boxDrawing(dimensions)
  const top = origin.y - height
  const view = [
    origin.x - margin,
    top - recede.y - margin,
    width + recede.x + 2 * margin,
    height + recede.y + 2 * margin,
  ]
  return (
    <span className={classes(styles.pane, className)}>
      <svg viewBox={view.join(' ')} aria-hidden="true">
        <path className={styles.side} d={`M${origin.x + width} ${origin.y}l${recede.x} ${-recede.y}v${-height}l${-recede.x} ${recede.y}Z`} />
        <path className={styles.side} d={`M${origin.x} ${top}l${recede.x} ${-recede.y}h${width}l${-recede.x} ${recede.y}Z`} />
        <rect className={styles.front} x={origin.x} y={top} width={width} height={height} />
      </svg>
    </span>
  )
}
