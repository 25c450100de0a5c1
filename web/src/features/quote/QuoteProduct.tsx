import { useTranslation } from 'react-i18next'
import { PiecePicture } from '@/components/quote/PiecePicture'
import { useLanguage } from '@/lib/i18n/setup'
import { localized } from '@/lib/localized'
import { colourName } from '@shared/palette/palette'
import styles from './QuoteProduct.module.css'
import type { QuoteForm } from './use-quote-form'

interface QuoteProductProps {
  quote: QuoteForm
  /** With colour and quantity in words, as their fields are not shown. */
  isShort: boolean
}

/** The product of a quote, in its colour. */
export function QuoteProduct({ quote: { product, values }, isShort }: QuoteProductProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { color, quantity } = values
  const details = isShort ? [colourName(color, language), t('QUOTE.PIECES', { count: quantity })] : [product.code]
  return (
    <div className={styles.product}>
      <PiecePicture product={product} color={color} width={96} height={120} sizes="64px" className={styles.picture} />
      <div>
        <p className={styles.name}>{localized(product, 'name', language)}</p>
        <p className="small second">
          {[localized(product, 'categoryName', language), ...details].filter((detail) => detail !== '').join(', ')}
        </p>
      </div>
    </div>
  )
}
