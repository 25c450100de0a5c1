import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Breadcrumb } from '@/components/Breadcrumb'
import { ButtonLink } from '@/components/Button'
import { EmptyState } from '@/components/EmptyState'
import { ErrorPane } from '@/components/ErrorPane'
import { addressesQuery, detailsQuery } from '@/lib/api/account-queries'
import { usePageTitle } from '@/lib/page-title'
import { loadCart, useCart } from '@/stores/cart'
import { useSession } from '@/stores/session'
import { CheckoutForm } from './CheckoutForm'
import styles from './CheckoutPage.module.css'
import { CheckoutSkeleton } from './CheckoutSkeleton'
import { SignInPrompt } from './SignInPrompt'

export default function CheckoutPage() {
  const { t } = useTranslation()
  const status = useSession((state) => state.status)
  usePageTitle(t('CHECKOUT.TITLE'))
  return (
    <div className="container">
      <Breadcrumb
        crumbs={[
          { label: t('NAV.HOME'), href: '/' },
          { label: t('NAV.SHOP'), href: '/shop' },
          { label: t('CHECKOUT.CRUMB') },
        ]}
      />
      <h1 className={styles.title}>{t('CHECKOUT.TITLE')}</h1>
      {status === 'anonymous' ? <SignInPrompt /> : <Ordering signedIn={status === 'signed-in'} />}
    </div>
  )
}

/** The cart decides what there is to see; what is known of the visitor fills the form. */
function Ordering({ signedIn }: { signedIn: boolean }) {
  const { t } = useTranslation()
  const { lines, loading, loaded, failed } = useCart()
  const details = useQuery({ ...detailsQuery, enabled: signedIn })
  const addresses = useQuery({ ...addressesQuery, enabled: signedIn })
  const known = !details.isPending && !addresses.isPending
  // Once begun, what was typed stays through a reload of the cart, even one that fails.
  const [begun, setBegun] = useState(false)
  if (!begun && known && lines.length > 0) setBegun(true)

  useEffect(() => {
    void loadCart()
  }, [])

  if (lines.length > 0 || (begun && (loading || failed))) {
    return known || begun ? (
      <CheckoutForm lines={lines} details={details} addresses={addresses} />
    ) : (
      <CheckoutSkeleton />
    )
  }
  if (loading || !loaded) return <CheckoutSkeleton />
  if (failed) {
    return <ErrorPane text={t('CART.LOAD_ERROR')} retryLabel={t('CART.RETRY')} onRetry={() => void loadCart()} />
  }
  return (
    <EmptyState text={t('CART.EMPTY_CART')}>
      <ButtonLink variant="secondary" href="/shop">
        {t('CHECKOUT.BACK_TO_SHOP')}
      </ButtonLink>
    </EmptyState>
  )
}
