import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '@shared/components/Button'
import { SignPrice } from '@/components/PriceBlock'
import { cartTotal } from '@/lib/cart/lines'
import { useCart } from '@/lib/cart/guest/use-cart'
import styles from './CartSummary.module.css'

/** Subtotal, delivery, and the link to the checkout. */
export function CartSummary({ onFollow }: { onFollow?: () => void }) {
  const { t } = useTranslation()
  const { data: lines = [] } = useCart()
  const sellable = lines.some(({ sold }) => sold)
  return (
    <>
      <dl className={styles.figures}>
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
      {sellable ? (
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
