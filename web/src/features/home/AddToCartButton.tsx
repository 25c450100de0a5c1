import { Check, ShoppingBag } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Mark } from '@shared/components/Mark'
import { serverMessage } from '@shared/api/error'
import type { Product } from '@/lib/api/types'
import { useAddToCart } from '@/lib/cart/edit/add'
import { CartFullError } from '@/lib/cart/guest/guest-cart'
import { lineOfProduct } from '@/lib/cart/edit/product-line'
import { useCartBusy } from '@/lib/cart/edit/mutation'
import { useLanguage } from '@/lib/i18n/setup'
import { localized } from '@/lib/localized'
import { openCart } from '@/stores/cart-drawer'
import { showToast } from '@shared/toasts'
import styles from './AddToCartButton.module.css'

const feedbackMs = 3_000
const animationMs = 1_000

/** Adds one piece to the cart. The mark turns for the first second, then a check shows until the third is over. */
export function AddToCartButton({ product }: { product: Product }) {
  const { t } = useTranslation()
  const name = localized(product, 'name', useLanguage())
  const busy = useCartBusy()
  const addToCart = useAddToCart()
  const [addedAt, setAddedAt] = useState<number | null>(null)
  const [turning, setTurning] = useState(false)

  useEffect(() => {
    if (addedAt === null) return
    const turn = setTimeout(() => setTurning(false), animationMs)
    const feedback = setTimeout(() => setAddedAt(null), feedbackMs)
    return () => {
      clearTimeout(turn)
      clearTimeout(feedback)
    }
  }, [addedAt])

  const onClick = async () => {
    try {
      if (!(await addToCart(lineOfProduct(product)))) return
      setTurning(true)
      setAddedAt(Date.now())
      showToast({ tone: 'done', text: t('CART.ADDED'), action: { label: t('NAV.CART'), run: openCart } })
    } catch (error) {
      const text = error instanceof CartFullError ? t('CART.FULL') : serverMessage(error) || t('CART.ADD_ERROR')
      showToast({ tone: 'error', text })
    }
  }

  return (
    <button
      type="button"
      className={styles.button}
      aria-label={t('CART.ADD', { name })}
      disabled={busy || product.stockQuantity === 0}
      onClick={() => void onClick()}
    >
      {turning ? (
        <Mark size={20} className={styles.turn} />
      ) : addedAt !== null ? (
        <Check size={20} strokeWidth={1.5} aria-hidden="true" />
      ) : (
        <ShoppingBag size={20} strokeWidth={1.5} aria-hidden="true" />
      )}
    </button>
  )
}
