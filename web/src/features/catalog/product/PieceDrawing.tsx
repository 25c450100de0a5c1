import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DimensionDrawing } from '@/components/drawing/DimensionDrawing'
import { dimensionsLabel } from '@/components/drawing/dimensions-label'
import type { Product } from '@/lib/api/types'
import type { Dimensions } from '@/lib/catalog/dimensions'
import { pieceDrawing } from '@/lib/catalog/piece-drawing'
import styles from './PieceDrawing.module.css'

/** The product's dimension drawing, or its outer box without one. */
export function PieceDrawing({ product, dimensions }: { product: Product; dimensions: Dimensions }) {
  const { t } = useTranslation()
  const [missing, setMissing] = useState(false)
  const url = pieceDrawing(product)
  if (missing || url === null) return <DimensionDrawing dimensions={dimensions} />
  return (
    <img
      className={styles.drawing}
      src={url}
      alt={dimensionsLabel(t, dimensions)}
      width="480"
      height="480"
      loading="lazy"
      onError={() => setMissing(true)}
    />
  )
}
