import { Check, Hammer, Ruler, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { OwnSizeLink } from '@/components/quote/OwnSizeLink'
import { part } from '@/components/part'
import type { Product } from '@/lib/api/types'
import { DeliveryLine } from './DeliveryLine'
import styles from './ProductDetails.module.css'

const ShowroomLine = part(() => import('./ShowroomLine'))

interface ProductNotesProps {
  product: Product
  quantity: number
  color: string | null
}

/** The stock, the delivery, the way to another size, and the showrooms. */
export default function ProductNotes({ product, quantity, color }: ProductNotesProps) {
  const { t } = useTranslation()
  return (
    <ul className={styles.list}>
      <StockLine stock={product.stockQuantity} />
      <DeliveryLine product={product} />
      <li>
        <Ruler size={24} strokeWidth={1.5} aria-hidden="true" />
        <span>
          {t('PRODUCT.OTHER_SIZE')}{' '}
          <OwnSizeLink product={product} quantity={quantity} color={color} className={styles.link}>
            {t('PRODUCT.OTHER_SIZE_LINK')}
          </OwnSizeLink>
        </span>
      </li>
      <ShowroomLine product={product} />
    </ul>
  )
}

/** `null` means made to order, 0 out of stock. */
function StockLine({ stock }: { stock: number | null }) {
  const { t } = useTranslation()
  if (stock === null) {
    return (
      <li>
        <Hammer size={24} strokeWidth={1.5} aria-hidden="true" />
        {t('PRODUCT.MADE_TO_ORDER')}
      </li>
    )
  }
  if (stock <= 0) {
    return (
      <li>
        <X size={24} strokeWidth={1.5} aria-hidden="true" />
        {t('PRODUCT.OUT_OF_STOCK')}
      </li>
    )
  }
  return (
    <li className={styles.inStock}>
      <Check size={24} strokeWidth={1.5} aria-hidden="true" />
      {t('PRODUCT.IN_STOCK', { count: stock })}
    </li>
  )
}
