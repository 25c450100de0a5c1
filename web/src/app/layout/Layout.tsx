import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { openedPart } from '@/components/part'
import { closeCart, useCartDrawer } from '@/stores/cart-drawer'
import { closeQuote, useQuote } from '@/stores/quote'
import styles from './Layout.module.css'
import { SiteFooter } from './SiteFooter'
import { SiteHeader } from './SiteHeader'

const CartDrawer = openedPart(() => import('@/features/cart/CartDrawer'), closeCart)
const QuoteDialog = openedPart(() => import('@/features/quote/QuoteDialog'), closeQuote)

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
      {cartOpen && <CartDrawer />}
      {quote !== null && <QuoteDialog request={quote} />}
    </div>
  )
}
