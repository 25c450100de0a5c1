import { useTranslation } from 'react-i18next'
import { measuresOf, type Dimensions } from '@/lib/catalog/dimensions'
import { useLanguage } from '@/lib/i18n/setup'
import { PieceOutline } from '@shared/components/PieceOutline'
import { dimensionsLabel } from './dimensions-label'

/** The outer box drawn to scale with its three dimensions. */
export function DimensionDrawing({ dimensions }: { dimensions: Dimensions }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { width, depth, height, unit } = dimensions
  const withUnit = (side: string) => `${side}\u00a0${unit}`
  return (
    <PieceOutline
      measures={measuresOf(dimensions)}
      language={language}
      texts={{ widthMm: withUnit(width), depthMm: withUnit(depth), heightMm: withUnit(height) }}
      label={dimensionsLabel(t, dimensions)}
    />
  )
}
