import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Product } from '@/lib/api/types'
import type { Dimensions } from '@/lib/dimensions'
import { DimensionDrawing } from './DimensionDrawing'
import styles from './DimensionDrawing.module.css'
import { dimensionsLabel, pieceDrawing } from './piece-drawing'

/** The piece itself with its measures, or its outer box where nobody has drawn it. */
export function PieceDrawing({ product, dimensions }: { product: Product; dimensions: Dimensions }) {
  const { t } = useTranslation()
  const [missing, setMissing] = useState(false)
  const address = pieceDrawing(product)
  if (missing || address === null) return <DimensionDrawing dimensions={dimensions} />
  return (
    <img
      className={styles.drawing}
      src={address}
      alt={dimensionsLabel(t, dimensions)}
      width="480"
      height="480"
      loading="lazy"
      onError={() => setMissing(true)}
    />
  )
}
