import { useTranslation } from 'react-i18next'
import { Button } from '@/components/Button'
import { EmptyState } from '@/components/EmptyState'
import { ErrorPane } from '@/components/ErrorPane'
import { useCartBusy } from '@/lib/cart/mutation'
import { useCart } from '@/lib/cart/query'
import { useSession } from '@/lib/session'
import { useFocusAfterRemoval } from '@/lib/use-focus-after-removal'
import styles from './CartContent.module.css'
import { CartLineItem } from './CartLineItem'
import { CartSkeleton } from './CartSkeleton'

interface CartContentProps {
  onShop: () => void
  /** Called when a link to a product is followed. */
  onFollow?: () => void
}

/** The lines of the cart, or the loading, error or empty state; in the drawer and on the cart page. */
export function CartContent({ onShop, onFollow }: CartContentProps) {
  const { t } = useTranslation()
  const { data: lines = [], isPending, isError, refetch } = useCart('always')
  const busy = useCartBusy()
  const anonymous = useSession((state) => state.status === 'anonymous')
  const { list, empty, onRemove } = useFocusAfterRemoval(lines.length)

  if (lines.length === 0) {
    if (busy || (isPending && !anonymous)) return <CartSkeleton />
    if (isError) {
      return <ErrorPane text={t('CART.LOAD_ERROR')} retryLabel={t('CART.RETRY')} onRetry={() => void refetch()} />
    }
    return (
      <EmptyState ref={empty} text={t('CART.EMPTY_CART')}>
        <Button variant="secondary" onClick={onShop}>
          {t('COMMON.FROM_SHOP')}
        </Button>
      </EmptyState>
    )
  }
  return (
    <ul ref={list} className={styles.list} aria-busy={busy}>
      {lines.map((line, index) => (
        <CartLineItem key={line.id} line={line} disabled={busy} onRemove={() => onRemove(index)} onFollow={onFollow} />
      ))}
    </ul>
  )
}
