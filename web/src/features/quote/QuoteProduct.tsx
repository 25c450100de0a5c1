import { useTranslation } from 'react-i18next'
import { Picture } from '@/components/Picture'
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
  // The picture in the selected colour, if any.
  const inColour = product.images.find((candidate) => candidate.color === color)
  const image = inColour ?? product.images[0]
  const details = isShort ? [colourName(color, language), t('QUOTE.PIECES', { count: quantity })] : [product.code]
  return (
    <div className={styles.product}>
      <Picture image={image} alt="" width={96} height={120} sizes="64px" className={styles.picture} />
      <div>
        <p className={styles.name}>{localized(product, 'name', language)}</p>
        <p className="small second">
          {[localized(product, 'categoryName', language), ...details].filter((detail) => detail !== '').join(', ')}
        </p>
      </div>
    </div>
  )
}
