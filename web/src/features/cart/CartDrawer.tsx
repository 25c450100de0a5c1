import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { Modal } from '@/components/dialogs/Modal'
import { cartCount } from '@/lib/cart/lines'
import { useCart } from '@/lib/cart/guest/use-cart'
import { closeCart } from '@/stores/cart-drawer'
import styles from './CartDrawer.module.css'
import { CartContent } from './CartContent'
import { CartSummary } from './CartSummary'

/** The cart as a panel at the right edge. */
export default function CartDrawer() {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const { data: lines = [] } = useCart()
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
      footer={lines.length > 0 ? <CartSummary onFollow={closeCart} /> : undefined}
    >
      <CartContent onShop={() => goTo('/shop')} onFollow={closeCart} />
    </Modal>
  )
}
