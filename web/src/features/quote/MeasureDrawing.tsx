import { useTranslation } from 'react-i18next'
import { PieceOutline } from '@shared/components/PieceOutline'
import { formatCentimetres, formatMeasures, isSameSize, type Measures } from '@shared/measures'
import { formatWithCode } from '@shared/money'
import { unitPrice } from '@shared/price'
import type { Product } from '@/lib/api/types'
import { useLanguage } from '@/lib/i18n/setup'
import { frontOf, sizesOf } from '@/lib/quote/sizes'
import { useDebounced } from '@shared/use-debounced'
import styles from './MeasureDrawing.module.css'

/** Pause after the last key, in milliseconds, before the new measures are read out. */
const announcementMs = 800

/** The piece in the customer's size over the standard one, and what the standard one costs. */
export function MeasureDrawing({ product, measures }: { product: Product; measures: Measures }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { own } = sizesOf(product)
  const [width, depth, height] = [measures.widthMm, measures.depthMm, measures.heightMm].map((mm) => formatCentimetres(mm, language))
  const label = t('QUOTE.DRAWING', { width: width ?? '', depth: depth ?? '', height: height ?? '' })
  const announced = useDebounced(label, announcementMs)
  const isOther = own !== null && !isSameSize(own, measures)
  return (
    <div className={styles.pane}>
      <div className={styles.drawing}>
        <PieceOutline measures={measures} front={frontOf(product)} standard={own} language={language} label={label} />
      </div>
      <p className="visually-hidden" aria-live="polite">
        {isOther ? announced : ''}
      </p>
      <p className={styles.key}>
        <span>
          <span className={styles.line} />
          {t('QUOTE.YOUR_SIZE')}
        </span>
        {own !== null && (
          <span>
            <span className={styles.broken} />
            {t('QUOTE.STANDARD_IS', { size: formatMeasures(own, language) })}
          </span>
        )}
      </p>
      <p className="small second">{t('QUOTE.STANDARD_PRICE', { price: formatWithCode(unitPrice(product).payable, language) })}</p>
    </div>
  )
}
