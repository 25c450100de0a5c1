import { lazy, Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCartDrawer } from '@/stores/cart-drawer'
import { useQuote } from '@/stores/quote'
import styles from './Layout.module.css'
import { SiteFooter } from './SiteFooter'
import { SiteHeader } from './SiteHeader'

const CartDrawer = lazy(() => import('@/features/cart/CartDrawer'))
const QuoteDialog = lazy(() => import('@/features/quote/QuoteDialog'))

/** Header, page area and footer around every screen. */
export function Layout({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const cartOpen = useCartDrawer(({ open }) => open)
  const quote = useQuote((state) => state.request)
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
      {quote !== null && (
        <Suspense fallback={null}>
          <QuoteDialog request={quote} />
        </Suspense>
      )}
    </div>
  )
}
