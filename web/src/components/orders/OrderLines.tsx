import type { OrderItem } from '@/lib/api/types'
import { useLanguage } from '@/lib/i18n/setup'
import { localized } from '@/lib/localized'
import { toQepik } from '@shared/price'
import styles from './OrderLines.module.css'
import { Picture } from '@/components/Picture'
import { SignPrice } from '@/components/PriceBlock'

/** The items of an order at their order prices. */
export function OrderLines({ items }: { items: readonly OrderItem[] }) {
  const language = useLanguage()
  return (
    <ul>
      {items.map((item) => (
        <li key={item.productId} className={styles.line}>
          <Picture className={styles.picture} src={item.productImage} alt="" sizes="64px" />
          <p className={styles.name}>{localized(item, 'productName', language)}</p>
          <p className={`${styles.pieces ?? ''} figures`}>
            {item.quantity} × <SignPrice amount={toQepik(item.unitPrice)} />
          </p>
          <p className={`${styles.sum ?? ''} figures`}>
            <SignPrice amount={toQepik(item.subtotal)} />
          </p>
        </li>
      ))}
    </ul>
  )
}
