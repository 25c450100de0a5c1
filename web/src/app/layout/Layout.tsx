import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { openedPart, part } from '@/components/part'
import { t as translate } from '@/lib/i18n/instance'
import { closeCart, useCartDrawer } from '@/stores/cart-drawer'
import { closeQuote, closeSent, useQuote } from '@/stores/quote'
import { showToast } from '@shared/toasts'
import styles from './Layout.module.css'
import { SiteFooter } from './SiteFooter'
import { SiteHeader } from './SiteHeader'

const CartDrawer = openedPart(() => import('@/features/cart/CartDrawer'), closeCart)
const QuoteDialog = openedPart(() => import('@/features/quote/QuoteDialog'), closeQuote)

const QuoteSent = part(
  () => import('@/features/quote/QuoteSent'),
  () => {
    // The request was received, even if its number cannot be shown.
    closeSent()
    showToast({ tone: 'done', text: translate('QUOTE.SENT') })
  },
)

/** Header, page area and footer around every screen. */
export function Layout({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const cartOpen = useCartDrawer(({ open }) => open)
  const quote = useQuote((state) => state.request)
  const sent = useQuote((state) => state.sent)
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
      {sent !== null && <QuoteSent sent={sent} />}
    </div>
  )
}
