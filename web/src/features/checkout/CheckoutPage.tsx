import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Breadcrumb } from '@/components/Breadcrumb'
import { ButtonLink } from '@/components/Button'
import { EmptyState } from '@/components/EmptyState'
import { ErrorPane } from '@/components/ErrorPane'
import { addressesQuery, detailsQuery } from '@/lib/api/account-queries'
import { useCartBusy } from '@/lib/cart/mutation'
import { useCart } from '@/lib/cart/query'
import { usePageTitle } from '@/lib/page-title'
import { useSession } from '@/lib/session'
import styles from './CheckoutPage.module.css'
import { CheckoutSkeleton } from './CheckoutSkeleton'
import { SignInPrompt } from './SignInPrompt'

const CheckoutForm = lazy(() => import('./CheckoutForm'))

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
      {status === 'anonymous' ? <SignInPrompt /> : <CheckoutContent signedIn={status === 'signed-in'} />}
    </div>
  )
}

/** Shows the form, filled with the visitor's details, or the state of the cart. */
function CheckoutContent({ signedIn }: { signedIn: boolean }) {
  const { t } = useTranslation()
  const { data: lines = [], isPending, isError, refetch } = useCart('always')
  const busy = useCartBusy()
  const details = useQuery({ ...detailsQuery, enabled: signedIn })
  const addresses = useQuery({ ...addressesQuery, enabled: signedIn })
  const accountLoaded = !details.isPending && !addresses.isPending
  // Once started, the form keeps its values through a reload of the cart, even one that fails.
  const [started, setStarted] = useState(false)
  if (!started && accountLoaded && lines.length > 0) setStarted(true)

  if (lines.length > 0 || (started && (busy || isError))) {
    return accountLoaded || started ? (
      <Suspense fallback={<CheckoutSkeleton />}>
        <CheckoutForm lines={lines} details={details} addresses={addresses} />
      </Suspense>
    ) : (
      <CheckoutSkeleton />
    )
  }
  if (busy || isPending) return <CheckoutSkeleton />
  if (isError) {
    return <ErrorPane text={t('CART.LOAD_ERROR')} retryLabel={t('CART.RETRY')} onRetry={() => void refetch()} />
  }
  return (
    <EmptyState text={t('CART.EMPTY_CART')}>
      <ButtonLink variant="secondary" href="/shop">
        {t('CHECKOUT.BACK_TO_SHOP')}
      </ButtonLink>
    </EmptyState>
  )
}
