import type { OrderItem } from '@/lib/api/types'
import { useLanguage } from '@/lib/i18n/setup'
import { localized } from '@/lib/localized'
import { designDrawing } from '@shared/drawing/design-drawing'
import { toQepik } from '@shared/price'
import styles from './OrderLines.module.css'
import { Picture } from '@/components/Picture'
import { SignPrice } from '@/components/PriceBlock'

/** The items of an order at their order prices. */
export function OrderLines({ items }: { items: readonly OrderItem[] }) {
  const language = useLanguage()
  return (
    <ul>
      {items.map((item, index) => (
        // Lines have no ids on this side, and lines of no product share its number.
        <li key={`${item.productId} ${index}`} className={styles.line}>
          {item.designCode === null ? (
            <Picture className={styles.picture} src={item.productImage} alt="" sizes="64px" />
          ) : (
            <img
              className={`${styles.picture ?? ''} ${styles.design ?? ''}`}
              src={designDrawing(item.designCode, 'front', language)}
              alt=""
              width={64}
              height={80}
              loading="lazy"
            />
          )}
          <p className={styles.name}>
            {item.designCode === null ? (
              localized(item, 'productName', language)
            ) : (
              <a href={`/${language}/design#${item.designCode}`}>{localized(item, 'productName', language)}</a>
            )}
          </p>
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
