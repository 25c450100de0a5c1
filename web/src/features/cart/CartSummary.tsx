import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '@shared/components/Button'
import { part } from '@/components/part'
import { SignPrice } from '@/components/PriceBlock'
import { cartTotal } from '@/lib/cart/lines'
import { useCart } from '@/lib/cart/guest/use-cart'
import styles from './CartSummary.module.css'

const OrderDays = part(() => import('@/components/delivery/OrderDays'))

/** Subtotal, delivery with its days, and the link to the checkout. */
export function CartSummary({ onFollow }: { onFollow?: () => void }) {
  const { t } = useTranslation()
  const { data: lines = [] } = useCart()
  const sold = lines.filter((line) => line.sold)
  return (
    <>
      <dl>
        <div className={styles.row}>
          <dt>{t('CART.SUBTOTAL')}</dt>
          <dd className="figures">
            <SignPrice amount={cartTotal(lines)} />
          </dd>
        </div>
        <div className={`${styles.row ?? ''} ${styles.small ?? ''}`}>
          <dt>{t('CART.DELIVERY')}</dt>
          <dd>{t('CART.FREE')}</dd>
        </div>
      </dl>
      <div className={styles.days}>
        <OrderDays productIds={sold.map(({ id }) => id)} />
      </div>
      {sold.length > 0 ? (
        <ButtonLink variant="primary" wide href="/checkout" onFollow={onFollow}>
          {t('CART.CHECKOUT')}
        </ButtonLink>
      ) : (
        <Button variant="primary" wide disabled>
          {t('CART.CHECKOUT')}
        </Button>
      )}
    </>
  )
}
