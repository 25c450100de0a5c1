import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Product } from '@/lib/api/types'
import { categories } from '@/lib/categories'
import type { Dimensions } from '@/lib/dimensions'
import { DimensionDrawing, dimensionsLabel } from './DimensionDrawing'
import styles from './DimensionDrawing.module.css'

/** Wardrobes and kitchens have a drawing of their own beside their pictures; joints and fittings have none. */
const drawnCategories: readonly number[] = categories.map(({ id }) => id).filter((id) => id !== 3)

/** The piece itself with its measures, or its outer box where nobody has drawn it. */
export function PieceDrawing({ product, dimensions }: { product: Product; dimensions: Dimensions }) {
  const { t } = useTranslation()
  const [missing, setMissing] = useState(false)
  if (missing || !drawnCategories.includes(product.categoryId)) return <DimensionDrawing dimensions={dimensions} />
  return (
    <img
      className={styles.drawing}
      src={`/images/products/${product.code.toLowerCase()}/dimensions.svg`}
      alt={dimensionsLabel(t, dimensions)}
      width="480"
      height="480"
      loading="lazy"
      onError={() => setMissing(true)}
    />
  )
}
