import { lazy, Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCart } from '@/stores/cart'
import styles from './Layout.module.css'
import { SiteFooter } from './SiteFooter'
import { SiteHeader } from './SiteHeader'

const CartDrawer = lazy(() => import('@/features/cart/CartDrawer'))

/** Header, page area and footer around every screen. */
export function Layout({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const cartOpen = useCart((state) => state.drawerOpen)
  return (
    <div className={styles.layout}>
      <a href="#main" className={styles.skip}>
        {t('COMMON.SKIP')}
      </a>
      <SiteHeader />
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <SiteFooter />
      {cartOpen && (
        <Suspense fallback={null}>
          <CartDrawer />
        </Suspense>
      )}
    </div>
  )
}
