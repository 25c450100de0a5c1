import { useTranslation } from 'react-i18next'
import { PieceOutline } from '@shared/components/PieceOutline'
import { formatCentimetres, formatMeasures, isSameSize, type Measures } from '@shared/measures'
import { pieceMeasures, type MeasuresOf } from '@shared/niche'
import { formatWithCode } from '@shared/money'
import { unitPrice } from '@shared/price'
import type { Product } from '@/lib/api/types'
import { pieceDrawing } from '@/lib/catalog/piece-drawing'
import { useLanguage } from '@/lib/i18n/setup'
import { localized } from '@/lib/localized'
import { frontOf, sizesOf } from '@/lib/quote/sizes'
import { useDebounced } from '@shared/use-debounced'
import styles from './MeasureDrawing.module.css'

/** Pause after the last key, in milliseconds, before the new measures are read out. */
const announcementMs = 800

/** Whether a product has a front that follows the measures, or else a drawing of its own size. */
export const canDraw = (product: Product): boolean => frontOf(product) !== null || pieceDrawing(product) !== null

interface MeasureDrawingProps {
  product: Product
  /** Of the piece or of its niche. */
  measures: Measures
  measuresOf: MeasuresOf
}

/**
 * The piece in the customer's size over the standard one, or in its niche with the gaps, and what the standard one costs. A piece whose
 * front is not known is shown as its own drawing has it.
 */
export function MeasureDrawing({ product, measures, measuresOf }: MeasureDrawingProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { own } = sizesOf(product)
  const niche = measuresOf === 'niche' ? measures : null
  const piece = pieceMeasures(measures, measuresOf)
  const [width, depth, height] = [measures.widthMm, measures.depthMm, measures.heightMm].map((mm) => formatCentimetres(mm, language))
  const sides = { width: width ?? '', depth: depth ?? '', height: height ?? '' }
  const label = niche === null ? t('QUOTE.DRAWING', sides) : t('QUOTE.NICHE_DRAWING', { ...sides, size: formatMeasures(piece, language) })
  const announced = useDebounced(label, announcementMs)
  const isOther = own !== null && !isSameSize(own, piece)
  const front = frontOf(product)
  const fixed = front === null ? pieceDrawing(product) : null
  return (
    <div className={styles.pane}>
      <div className={styles.drawing}>
        {fixed === null ? (
          <PieceOutline measures={piece} niche={niche} front={front} standard={own} language={language} label={label} />
        ) : (
          <img className={styles.fixed} src={fixed} alt={t('PRODUCT.DRAWING', { name: localized(product, 'name', language) })} />
        )}
      </div>
      <p className="visually-hidden" aria-live="polite">
        {isOther || niche !== null ? announced : ''}
      </p>
      <p className={styles.key}>
        {fixed === null && niche !== null && (
          <span>
            <span className={styles.gap} />
            {t('QUOTE.YOUR_NICHE')}
          </span>
        )}
        {fixed === null && (
          <span>
            <span className={styles.line} />
            {niche === null ? t('QUOTE.YOUR_SIZE') : t('QUOTE.PIECE_IS', { size: formatMeasures(piece, language) })}
          </span>
        )}
        {own !== null && (niche === null || fixed !== null) && (
          <span>
            <span className={fixed === null ? styles.broken : styles.line} />
            {t('QUOTE.STANDARD_IS', { size: formatMeasures(own, language) })}
          </span>
        )}
      </p>
      <p className="small second">{t('QUOTE.STANDARD_PRICE', { price: formatWithCode(unitPrice(product).payable, language) })}</p>
    </div>
  )
}
