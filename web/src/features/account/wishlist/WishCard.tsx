import { wide } from '@shared/media'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Button } from '@shared/components/Button'
import { IconButton } from '@shared/components/IconButton'
import { Picture } from '@/components/Picture'
import { PriceBlock } from '@/components/PriceBlock'
import card from '@/components/ProductCard.module.css'
import { useSelectPiece } from '@/components/quote/use-select-piece'
import { serverMessage } from '@shared/api/error'
import type { WishlistItem } from '@/lib/api/types'
import { useAddToCart } from '@/lib/cart/edit/add'
import { lineOfProduct } from '@/lib/cart/edit/product-line'
import { useCartBusy } from '@/lib/cart/edit/mutation'
import { useLanguage } from '@/lib/i18n/setup'
import { localized } from '@/lib/localized'
import { standardPiece } from '@/lib/quote/pieces'
import { wishMutation } from '@/lib/wishlist'
import { openCart } from '@/stores/cart-drawer'
import { showToast } from '@shared/toasts'
import { dashboardQuery } from '../queries'
import styles from './WishCard.module.css'
import { addableProduct, stockOf } from './wish'

interface WishCardProps {
  item: WishlistItem
  /** Called when the removal of the product begins. */
  onRemove: () => void
}

/** A product of the wishlist, with its link and buttons that add it to the cart or to the selection, or remove it. */
export function WishCard({ item, onRemove }: WishCardProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const name = localized(item, 'productName', useLanguage())
  const cartBusy = useCartBusy()
  const addToCart = useAddToCart()
  const select = useSelectPiece()
  const stock = stockOf(item)
  const product = addableProduct(item)

  const { isPending, mutateAsync } = useMutation(wishMutation)
  const remove = async () => {
    onRemove()
    try {
      await mutateAsync({ productId: item.productId, wished: false })
      client.setQueryData(dashboardQuery.queryKey, (old) => old && { ...old, wishlistItems: Math.max(0, old.wishlistItems - 1) })
    } catch (error) {
      showToast({ tone: 'error', text: serverMessage(error) || t('ACCOUNT.WISHLIST.REMOVE_ERROR') })
    }
  }

  const add = async () => {
    if (product === null) return
    try {
      if (!(await addToCart(lineOfProduct(product)))) return
      showToast({ tone: 'done', text: t('CART.ADDED'), action: { label: t('NAV.CART'), run: openCart } })
    } catch (error) {
      showToast({ tone: 'error', text: serverMessage(error) || t('CART.ADD_ERROR') })
    }
  }

  return (
    <article className={card.card}>
      <div className={card.pane}>
        <Picture className={card.picture} src={item.productImage} alt="" sizes={`${wide} 340px, 50vw`} />
      </div>
      <h2 className={card.name}>{stock.viewable ? <Link href={`/shop/${item.productId}`}>{name}</Link> : name}</h2>
      {product !== null && <PriceBlock item={product} className={styles.price} />}
      <p className={styles.stock} data-tone={stock.tone}>
        {stock.count === undefined ? t(stock.key) : t('PRODUCT.IN_STOCK', { count: stock.count })}
      </p>
      <IconButton
        label={t('ACCOUNT.WISHLIST.REMOVE', { name })}
        className={styles.remove}
        disabled={isPending}
        onClick={() => void remove()}
      >
        <X size={20} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
      <div className={styles.action}>
        <Button size="small" wide disabled={cartBusy || !stock.buyable} aria-label={t('CART.ADD', { name })} onClick={() => void add()}>
          {t('ACCOUNT.WISHLIST.ADD_TO_CART')}
        </Button>
        {product !== null && (
          <button
            type="button"
            className={styles.select}
            aria-label={`${t('SELECTION.ADD')}: ${name}`}
            onClick={() => void select(standardPiece(item.productId, 1))}
          >
            {t('SELECTION.ADD')}
          </button>
        )}
      </div>
    </article>
  )
}
