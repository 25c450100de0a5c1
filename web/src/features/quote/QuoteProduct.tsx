import { useTranslation } from 'react-i18next'
import { Picture } from '@/components/Picture'
import { useLanguage } from '@/lib/i18n/setup'
import { localized } from '@/lib/localized'
import { paletteColours } from '@shared/palette/palette'
import type { QuoteRequest } from '@/stores/quote'
import styles from './QuoteDialog.module.css'

/** The product of a quote, with colour and quantity. */
export function QuoteProduct({ request: { product, quantity, color } }: { request: QuoteRequest }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [colour] = color === null ? [] : paletteColours([color])
  // The picture in the selected colour, if any.
  const inColour = color === null ? undefined : product.images.find((candidate) => candidate.color === color)
  const image = inColour ?? product.images[0]
  const details = [
    localized(product, 'categoryName', language),
    colour?.names[language],
    t('QUOTE.PIECES', { count: quantity }),
  ]
  return (
    <div className={styles.product}>
      <Picture
        src={image?.imageUrl}
        alt=""
        width={96}
        height={120}
        sizes="64px"
        placeholder={image?.placeholder}
        className={styles.picture}
      />
      <div>
        <p className={styles.name}>{localized(product, 'name', language)}</p>
        <p className="small second">{details.filter((detail) => detail !== undefined).join(', ')}</p>
      </div>
    </div>
  )
}
