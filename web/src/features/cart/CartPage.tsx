import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { Breadcrumb } from '@/components/Breadcrumb'
import { cartCount } from '@/lib/cart/lines'
import { useCart } from '@/lib/cart/guest/use-cart'
import { refreshSession } from '@/lib/session'
import { CartContent } from './CartContent'
import styles from './CartPage.module.css'
import { CartSummary } from './CartSummary'

/** The content of the drawer as a page. */
export default function CartPage() {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const { data: lines = [] } = useCart()

  useEffect(() => {
    refreshSession()
  }, [])

  return (
    <div className="container">
      <Breadcrumb crumbs={[{ label: t('NAV.HOME'), href: '/' }, { label: t('NAV.SHOP'), href: '/shop' }, { label: t('CART.TITLE') }]} />
      <h1>{t('CART.TITLE')}</h1>
      <div className={styles.columns}>
        <section aria-label={t('NAV.CART_COUNT', { count: cartCount(lines) })} className={styles.lines}>
          <CartContent onShop={() => navigate('/shop')} />
        </section>
        {lines.length > 0 && (
          <aside className={styles.summary} aria-label={t('CART.SUBTOTAL')}>
            <CartSummary />
          </aside>
        )}
      </div>
    </div>
  )
}
