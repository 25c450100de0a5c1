import { useMutation } from '@tanstack/react-query'
import { Heart } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { wishlistQuery, wishMutation } from '@/lib/wishlist'
import { requireSession, useSession } from '@/lib/session'
import { showToast } from '@shared/toasts'
import { classes } from '@shared/components/classes'
import { useQuery } from '@shared/query/use-query'
import styles from './HeartButton.module.css'

interface HeartButtonProps {
  productId: number
  /** The product's name: tells the hearts of a page apart. */
  name: string
  framed?: boolean
  className?: string | undefined
}

/** Toggles a product in the wishlist. */
export function HeartButton({ productId, name, framed = false, className }: HeartButtonProps) {
  const { t } = useTranslation()
  const signedIn = useSession(({ status }) => status === 'signed-in')
  const { data: list } = useQuery({ ...wishlistQuery, enabled: signedIn })
  const fail = () => showToast({ tone: 'error', text: t('FAVOURITE.FAILED') })
  const { isPending, mutate } = useMutation({ ...wishMutation, onError: fail })
  const pressed = list.ids.includes(productId)
  const toggle = async () => {
    if (!isPending && (await requireSession())) mutate({ productId, wished: !pressed })
  }
  return (
    <button
      type="button"
      className={classes(styles.heart, framed && styles.framed, className)}
      aria-label={t('FAVOURITE.ADD', { name })}
      aria-pressed={pressed}
      aria-disabled={isPending}
      onClick={() => void toggle().catch(fail)}
    >
      <Heart size={24} strokeWidth={1.5} fill={pressed ? 'currentColor' : 'none'} aria-hidden="true" />
    </button>
  )
}
