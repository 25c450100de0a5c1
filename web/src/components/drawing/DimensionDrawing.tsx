import { useTranslation } from 'react-i18next'
import type { Dimensions } from '@/lib/dimensions'
import styles from './DimensionDrawing.module.css'
import { dimensionsLabel } from './dimensions-label'
import { boxDrawing, drawingSize } from './drawing'

/** The outer box drawn to scale with its three dimensions. */
export function DimensionDrawing({ dimensions }: { dimensions: Dimensions }) {
  const { t } = useTranslation()
  const { origin, width, height, recede } = boxDrawing(dimensions)
  const right = origin.x + width
  const top = origin.y - height
  const { unit } = dimensions
  return (
    <svg className={styles.drawing} viewBox={`0 0 ${drawingSize} ${drawingSize}`} role="img" aria-label={dimensionsLabel(t, dimensions)}>
      <g className={styles.body}>
        <rect x={origin.x} y={top} width={width} height={height} />
        <path
          d={`M${origin.x} ${top}l${recede.x} ${-recede.y}h${width}l${-recede.x} ${recede.y}M${right + recede.x} ${top - recede.y}v${height}l${-recede.x} ${recede.y}`}
        />
      </g>
      <g className={styles.measures}>
        <path d={`M${origin.x - 24} ${top}v${height}m-6 0h12m-12 ${-height}h12`} />
        <path d={`M${origin.x} ${origin.y + 24}h${width}m0 -6v12m${-width} -12v12`} />
        <path d={`M${right + 14} ${origin.y + 14}l${recede.x} ${-recede.y}`} />
        <path d={`M${right + 10} ${origin.y + 8}l8 12m${recede.x - 8} ${-recede.y - 12}l8 12`} />
      </g>
      <text className={styles.text} x={origin.x - 36} y={origin.y - height / 2} textAnchor="end">
        {dimensions.height}
        {'\u00a0'}
        {unit}
      </text>
      <text className={styles.text} x={origin.x + width / 2} y={origin.y + 52} textAnchor="middle">
        {dimensions.width}
        {'\u00a0'}
        {unit}
      </text>
      <text className={styles.text} x={right + recede.x / 2 + 20} y={origin.y - recede.y / 2 + 34}>
        {dimensions.depth}
        {'\u00a0'}
        {unit}
      </text>
    </svg>
  )
}
