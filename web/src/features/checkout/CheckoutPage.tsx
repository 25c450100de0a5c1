import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useQuery } from '@shared/query/use-query'
import { Breadcrumb } from '@/components/Breadcrumb'
import { ButtonLink } from '@shared/components/Button'
import { EmptyState } from '@shared/components/EmptyState'
import { ErrorPane } from '@shared/components/ErrorPane'
import { part } from '@/components/part'
import { addressesQuery, detailsQuery } from '@/lib/api/account-queries'
import type { CartLine } from '@/lib/cart/lines'
import { useCartBusy } from '@/lib/cart/edit/mutation'
import { useCart } from '@/lib/cart/guest/use-cart'
import { watchOrders } from '@/lib/cart/tabs'
import { signInInPlace } from '@/lib/login'
import { endSession, useSession } from '@/lib/session'
import styles from './CheckoutPage.module.css'
import { CheckoutSkeleton } from './CheckoutSkeleton'
import { SignInPrompt } from './SignInPrompt'
import type { CheckoutEnd } from './use-place-order'

const MergeFailure = part(() => import('@/components/cart/MergeFailure'))

const GuestCheckout = lazy(() => import('./GuestCheckout'))
const CheckoutForm = lazy(() => import('./CheckoutForm'))
const SessionEndedModal = lazy(() => import('./SessionEndedModal'))

const noLines: CartLine[] = []

/** The checkout of one customer: the next one starts with an empty form. */
export default function CheckoutPage() {
  const customer = useSession((state) => state.customer)
  return <Checkout key={customer} />
}

function Checkout() {
  const { t } = useTranslation()
  const status = useSession((state) => state.status)
  // Once started, the form keeps its values to the end of the session and beyond.
  const [started, setStarted] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <div className="container">
      <Breadcrumb crumbs={[{ label: t('NAV.HOME'), href: '/' }, { label: t('NAV.SHOP'), href: '/shop' }, { label: t('CHECKOUT.CRUMB') }]} />
      <h1 ref={heading} className={styles.title} tabIndex={-1}>
        {t('CHECKOUT.TITLE')}
      </h1>
      {status === 'anonymous' && !started ? (
        <GuestContent onSignedIn={() => heading.current?.focus()} />
      ) : (
        <CheckoutContent
          signedIn={status === 'signed-in'}
          hasEnded={status === 'anonymous'}
          started={started}
          onStart={() => setStarted(true)}
        />
      )}
    </div>
  )
}

/** Choices of a visitor without a session, for a cart in the browser. */
function GuestContent({ onSignedIn }: { onSignedIn: () => void }) {
  const { t } = useTranslation()
  const { data: lines, error, isPending, refetch } = useCart()
  if (error !== null) return <ErrorPane text={t('CART.LOAD_ERROR')} onRetry={refetch} />
  if (isPending) return <CheckoutSkeleton />
  if (lines === undefined || lines.length === 0) return <SignInPrompt />
  return (
    <Suspense fallback={<CheckoutSkeleton />}>
      <GuestCheckout lines={lines} onSignedIn={onSignedIn} />
    </Suspense>
  )
}

interface CheckoutContentProps {
  signedIn: boolean
  /** The session ended after the form was started. */
  hasEnded: boolean
  started: boolean
  onStart: () => void
}

/** Shows the form, filled with the visitor's details, or the state of the cart. */
function CheckoutContent({ signedIn, hasEnded, started, onStart }: CheckoutContentProps) {
  const { t } = useTranslation()
  const { data: loaded = noLines, error, isPending, refetch } = useCart('always')
  const busy = useCartBusy()
  const details = useQuery({ ...detailsQuery, enabled: signedIn })
  const addresses = useQuery({ ...addressesQuery, enabled: signedIn })
  const accountLoaded = !details.isPending && !addresses.isPending
  // Kept for the form while the account's data is missing: the end of a session removes it.
  const [kept, setKept] = useState({ lines: loaded, email: '' })
  if (signedIn && loaded.length > 0 && loaded !== kept.lines) setKept({ ...kept, lines: loaded })
  const email = details.data?.email ?? kept.email
  if (email !== kept.email) setKept({ ...kept, email })
  const lines = signedIn ? loaded : kept.lines
  useEffect(() => {
    if (accountLoaded && loaded.length > 0) onStart()
  })
  useEffect(() => (started ? signInInPlace(endSession) : undefined), [started])
  const [end, setEnd] = useState<CheckoutEnd | null>(null)
  useEffect(() => watchOrders((orderId) => setEnd({ text: t('CHECKOUT.ORDERED_ELSEWHERE'), orderId })), [t])

  if (end !== null) {
    return (
      <EmptyState title={end.text}>
        <ButtonLink
          variant="primary"
          href={end.orderId === null ? '/account?section=orders' : `/order-confirmation?id=${encodeURIComponent(end.orderId)}`}
        >
          {end.orderId === null ? t('CONFIRMATION.ALL_ORDERS') : t('CHECKOUT.SEE_ORDER')}
        </ButtonLink>
        <ButtonLink href="/shop">{t('CHECKOUT.BACK_TO_SHOP')}</ButtonLink>
      </EmptyState>
    )
  }
  if (lines.length > 0 || (started && (busy || error !== null))) {
    return accountLoaded || started ? (
      <Suspense fallback={<CheckoutSkeleton />}>
        <MergeFailure />
        <CheckoutForm lines={lines} details={details} addresses={addresses} onEnd={setEnd} />
        {hasEnded && <SessionEndedModal email={kept.email} />}
      </Suspense>
    ) : (
      <CheckoutSkeleton />
    )
  }
  if (busy || isPending) return <CheckoutSkeleton />
  if (error !== null) return <ErrorPane text={t('CART.LOAD_ERROR')} onRetry={refetch} />
  return (
    <EmptyState title={t('CART.EMPTY_CART')}>
      <ButtonLink href="/shop">{t('CHECKOUT.BACK_TO_SHOP')}</ButtonLink>
    </EmptyState>
  )
}
