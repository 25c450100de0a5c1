import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import { EmptyState } from '@shared/components/EmptyState'
import { ErrorPane } from '@shared/components/ErrorPane'
import { part } from '@/components/part'
import { useFormerPrices } from '@/lib/cart/guest/former-prices'
import type { CartLine } from '@/lib/cart/lines'
import { useGuestCart, useMergeState } from '@/lib/cart/state'
import { useCartBusy } from '@/lib/cart/edit/mutation'
import { useCart } from '@/lib/cart/guest/use-cart'
import { useFocusAfterRemoval } from '@/lib/use-focus-after-removal'
import styles from './CartContent.module.css'
import { CartLineItem } from './CartLineItem'
import { CartSkeleton } from './CartSkeleton'

const MergeFailure = part(() => import('@/components/cart/MergeFailure'))

const noLines: readonly CartLine[] = []

interface CartContentProps {
  onShop: () => void
  /** Called when a link to a product is followed. */
  onFollow?: () => void
}

/** The lines of the cart, or the loading, error or empty state; in the drawer and on the cart page. */
export function CartContent({ onShop, onFollow }: CartContentProps) {
  const { t } = useTranslation()
  const { data: lines = noLines, error, isPending, refetch } = useCart('always')
  const formerPrices = useFormerPrices(lines)
  const busy = useCartBusy()
  const failed = useMergeState(({ status }) => status === 'failed')
  const stored = useGuestCart((state) => state.stored)
  const { list, empty, onRemove } = useFocusAfterRemoval(lines.length)

  if (lines.length === 0) {
    if (busy || isPending) return <CartSkeleton />
    if (error !== null) return <ErrorPane text={t('CART.LOAD_ERROR')} onRetry={refetch} />
    return (
      <EmptyState ref={empty} title={t('CART.EMPTY_CART')}>
        <Button onClick={onShop}>{t('COMMON.FROM_SHOP')}</Button>
      </EmptyState>
    )
  }
  return (
    <>
      {failed && <MergeFailure />}
      {!stored && <p className={styles.note}>{t('CART.NO_STORAGE')}</p>}
      <ul ref={list} className={styles.list} aria-busy={busy}>
        {lines.map((line, index) => (
          <CartLineItem
            key={line.id}
            line={line}
            formerPrice={formerPrices.get(line.id)}
            disabled={busy || failed}
            onRemove={() => onRemove(index)}
            onFollow={onFollow}
          />
        ))}
      </ul>
    </>
  )
}
