import { useMutation, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Button } from '@/components/Button'
import { IconButton } from '@/components/IconButton'
import { Picture } from '@/components/Picture'
import { PriceBlock } from '@/components/PriceBlock'
import { answer, api } from '@/lib/api/client'
import { serverMessage } from '@/lib/api/error'
import type { WishlistItem } from '@/lib/api/types'
import { useLanguage } from '@/lib/i18n/setup'
import { localized } from '@/lib/localized'
import { addToCart, openCart, useCart } from '@/stores/cart'
import { showToast } from '@/stores/toasts'
import { dashboardQuery, wishlistQuery } from '../queries'
import styles from './WishCard.module.css'
import { addable, stockOf } from './wish'

/** One wish: look at it, put it into the cart, or drop it. */
export function WishCard({ item }: { item: WishlistItem }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const name = localized(item, 'productName', useLanguage())
  const cartBusy = useCart((state) => state.loading)
  const stock = stockOf(item)
  const product = addable(item)

  const remove = useMutation({
    mutationFn: () =>
      answer(
        api.DELETE('/api/v1.0/account/wishlist/{productId}', { params: { path: { productId: item.productId } } }),
      ),
    onSuccess: () => {
      client.setQueryData(wishlistQuery.queryKey, (old) => old?.filter(({ productId }) => productId !== item.productId))
      client.setQueryData(
        dashboardQuery.queryKey,
        (old) => old && { ...old, wishlistItems: Math.max(0, old.wishlistItems - 1) },
      )
    },
    onError: (error) =>
      showToast({ tone: 'error', text: serverMessage(error) || t('ACCOUNT.WISHLIST.REMOVE_ERROR') }),
  })

  const add = async () => {
    if (product === null) return
    const added = await addToCart(product, 1, (message) =>
      showToast({ tone: 'error', text: message === '' ? t('CART.ADD_ERROR') : message }),
    )
    if (added === 'added') {
      showToast({ tone: 'done', text: t('CART.ADDED'), action: { label: t('NAV.CART'), run: openCart } })
    }
  }

  return (
    <article className={styles.card}>
      <div className={styles.pane}>
        <Picture
          className={styles.picture}
          src={item.productImage}
          alt=""
          width={960}
          height={1200}
          sizes="(min-width: 992px) 340px, 50vw"
        />
      </div>
      <h2 className={styles.name}>
        {stock.view ? <Link href={`/shop/${item.productId}`}>{name}</Link> : name}
      </h2>
      {product !== null && <PriceBlock item={product} className={styles.price} />}
      <p className={styles.stock} data-tone={stock.tone}>
        {stock.count === undefined ? t(stock.key) : t('PRODUCT.IN_STOCK', { count: stock.count })}
      </p>
      <IconButton
        label={t('ACCOUNT.WISHLIST.REMOVE', { name })}
        className={styles.remove}
        disabled={remove.isPending}
        onClick={() => remove.mutate()}
      >
        <X size={20} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
      <div className={styles.action}>
        <Button
          variant="secondary"
          compact
          wide
          disabled={cartBusy || !stock.buyable}
          aria-label={t('CART.ADD', { name })}
          onClick={() => void add()}
        >
          {t('ACCOUNT.WISHLIST.ADD_TO_CART')}
        </Button>
      </div>
    </article>
  )
}
