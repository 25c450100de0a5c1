import { useTranslation } from 'react-i18next'
import { Button } from '@/components/Button'
import { EmptyState } from '@/components/EmptyState'
import { ErrorPane } from '@/components/ErrorPane'
import { loadCart, useCart } from '@/stores/cart'
import { useSession } from '@/stores/session'
import styles from './CartContent.module.css'
import { CartLineItem } from './CartLineItem'
import { CartSkeleton } from './CartSkeleton'

interface CartContentProps {
  onShop: () => void
  /** A link inside leads away. */
  onFollow?: () => void
}

/** What the cart holds, or what stands in its way; in the drawer and on the cart's page. */
export function CartContent({ onShop, onFollow }: CartContentProps) {
  const { t } = useTranslation()
  const lines = useCart((state) => state.lines)
  const loading = useCart((state) => state.loading)
  const loaded = useCart((state) => state.loaded)
  const failed = useCart((state) => state.failed)
  const anonymous = useSession((state) => state.status === 'anonymous')

  if (lines.length === 0 && (loading || (!loaded && !anonymous))) return <CartSkeleton />
  if (failed) {
    return <ErrorPane text={t('CART.LOAD_ERROR')} retryLabel={t('CART.RETRY')} onRetry={() => void loadCart()} />
  }
  if (lines.length === 0) {
    return (
      <EmptyState text={t('CART.EMPTY_CART')}>
        <Button variant="secondary" onClick={onShop}>
          {t('COMMON.FROM_SHOP')}
        </Button>
      </EmptyState>
    )
  }
  return (
    <ul className={styles.list} aria-busy={loading}>
      {lines.map((line) => (
        <CartLineItem key={line.id} line={line} disabled={loading} onFollow={onFollow} />
      ))}
    </ul>
  )
}
