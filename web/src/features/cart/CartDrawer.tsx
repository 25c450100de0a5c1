import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { Modal } from '@/components/Modal'
import { cartCount, closeCart, useCart } from '@/stores/cart'
import styles from './CartDrawer.module.css'
import { CartContent } from './CartContent'
import { CartSummary } from './CartSummary'

/** The cart over the page, from the right. */
export default function CartDrawer() {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const lines = useCart((state) => state.lines)
  const count = cartCount(lines)
  const goTo = (path: string) => {
    closeCart()
    navigate(path)
  }
  return (
    <Modal
      open
      kind="drawer"
      title={t('CART.TITLE')}
      titleExtra={
        count > 0 && (
          <span className={styles.count}>
            {count}
            <span className="visually-hidden"> {t('CART.PIECES')}</span>
          </span>
        )
      }
      onClose={closeCart}
      footer={lines.length > 0 ? <CartSummary onCheckout={() => goTo('/checkout')} /> : undefined}
    >
      <CartContent onShop={() => goTo('/shop')} onFollow={closeCart} />
    </Modal>
  )
}
