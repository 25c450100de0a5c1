import { useTranslation } from 'react-i18next'
import { formatDiscount, formatWithSign } from '@shared/money'
import { toQepik } from '@shared/price'
import { LinkButton, TextLink } from '@desk/components/Links'
import { Block } from '@desk/components/Parts'
import { Mark } from '@shared/components/Mark'
import { designDrawing } from '@shared/drawing/design-drawing'
import type { Order, OrderItem } from '@desk/api/records'
import { useMay } from '@desk/api/session'
import { useLanguage } from '@desk/i18n/language'
import { orderPath } from '@desk/lib/orders'
import { itemName } from './item-name'
import styles from './Order.module.css'

/** Pieces at which the stock of a product is low. */
const lowStock = 2

/** Ordered lines with the remaining stock, and the sums. */
export function OrderLines({ order, onChange }: { order: Order; onChange: (() => void) | undefined }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const mayReadWorkshop = useMay('workshop.read')
  const sum = (amount: number) => formatWithSign(toQepik(amount), language)
  const pieces = order.items.reduce((all, { quantity }) => all + quantity, 0)
  const subtotal = order.items.reduce((all, item) => all + item.subtotal, 0)
  return (
    <Block
      title={t('ORDER.CONTENT')}
      aside={
        <span className={styles.asides}>
          {t('ORDER.PIECES', { count: pieces })}
          {onChange !== undefined && <LinkButton onClick={onChange}>{t('ORDER.LINES_CHANGE')}</LinkButton>}
        </span>
      }
    >
      <ul className={styles.lines}>
        {order.items.map((item) => (
          <li key={item.id}>
            <Picture image={item.designCode === null ? item.productImage : designDrawing(item.designCode, 'front', language)} />
            <span>
              <b>{itemName(item, language)}</b>
              <span className={styles.below}>
                {[item.code, item.detail, item.discount !== null && item.discount > 0 ? formatDiscount(item.discount) : '']
                  .filter(Boolean)
                  .join(', ')}
              </span>
              {item.confirmedText !== '' && <span className={styles.below}>{item.confirmedText}</span>}
              {item.designCode !== null && mayReadWorkshop && (
                <TextLink href={`${orderPath(order.orderNumber)}/workshop`} className="small">
                  {t('ORDER.WORKSHOP')}
                </TextLink>
              )}
            </span>
            <span className={styles.numbers}>
              <span>
                {item.quantity} × {sum(item.unitPrice)}
              </span>
              <Stock item={item} />
            </span>
            <b className={styles.lineSum}>{sum(item.subtotal)}</b>
          </li>
        ))}
      </ul>
      <dl className={styles.sums}>
        <dt>{t('OFFERS.SUM')}</dt>
        <dd>{sum(subtotal)}</dd>
        <dt>{t('ORDER.DELIVERY')}</dt>
        <dd>{order.deliveryPrice === 0 ? t('OFFERS.FREE') : sum(order.deliveryPrice)}</dd>
        <dt className={styles.total}>{t('OFFERS.TOTAL')}</dt>
        <dd className={styles.total}>{sum(order.totalAmount)}</dd>
      </dl>
    </Block>
  )
}

function Picture({ image }: { image: string | null }) {
  if (image !== null) return <img src={image} alt="" className={styles.picture} loading="lazy" />
  return (
    <span className={styles.picture}>
      <Mark size={20} />
    </span>
  )
}

function Stock({ item: { isMadeToOrder, productId, stockLeft } }: { item: OrderItem }) {
  const { t } = useTranslation()
  if (isMadeToOrder || productId === null) return <span className="dim small">{isMadeToOrder ? t('QUOTE.MADE_TO_ORDER') : ''}</span>
  if (stockLeft === null) return null
  return <span className={`small ${stockLeft <= lowStock ? 'ruby' : 'dim'}`}>{t('ORDER.STOCK_LEFT', { count: stockLeft })}</span>
}
