import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { measuresOf, type Dimensions } from '@/lib/catalog/dimensions'
import { useLanguage } from '@/lib/i18n/setup'
import { PieceOutline } from '@shared/components/PieceOutline'
import { dimensionsLabel } from './dimensions-label'

interface DimensionDrawingProps {
  dimensions: Dimensions
  /** The niche that the box stands in. */
  niche?: Dimensions | null | undefined
}

/** The outer box drawn to scale with its three dimensions, or in its niche with those of the niche. */
export function DimensionDrawing({ dimensions, niche = null }: DimensionDrawingProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { width, depth, height, unit } = niche ?? dimensions
  const withUnit = (side: string) => `${side}\u00a0${unit}`
  return (
    <PieceOutline
      measures={measuresOf(dimensions)}
      niche={niche === null ? null : measuresOf(niche)}
      language={language}
      texts={{ widthMm: withUnit(width), depthMm: withUnit(depth), heightMm: withUnit(height) }}
      label={niche === null ? dimensionsLabel(t, dimensions) : nicheLabel(t, dimensions, niche)}
    />
  )
}

function nicheLabel(t: TFunction, dimensions: Dimensions, niche: Dimensions): string {
  return [t('QUOTE.NICHE_SIZE', { size: sizeText(niche) }), t('QUOTE.PIECE_IS', { size: sizeText(dimensions) })].join(', ')
}

const sizeText = ({ width, depth, height, unit }: Dimensions) => `${width} × ${depth} × ${height}\u00a0${unit}`
