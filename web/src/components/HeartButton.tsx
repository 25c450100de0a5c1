import { Heart } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { toggleFavourite, useFavourites } from '@/stores/favourites'
import { classes } from './classes'
import styles from './HeartButton.module.css'

interface HeartButtonProps {
  productId: number
  /** The product's name, so that each heart has a name of its own. */
  name: string
  framed?: boolean
  className?: string | undefined
}

/** Keeps a product in the wishlist. */
export function HeartButton({ productId, name, framed = false, className }: HeartButtonProps) {
  const { t } = useTranslation()
  const pressed = useFavourites((state) => state.ids.includes(productId))
  const pending = useFavourites((state) => state.pending.includes(productId))
  return (
    <button
      type="button"
      className={classes(styles.heart, framed && styles.framed, className)}
      aria-label={t('FAVOURITE.ADD', { name })}
      aria-pressed={pressed}
      aria-disabled={pending}
      onClick={() => void toggleFavourite(productId)}
    >
      <Heart size={24} strokeWidth={1.5} fill={pressed ? 'currentColor' : 'none'} aria-hidden="true" />
    </button>
  )
}
