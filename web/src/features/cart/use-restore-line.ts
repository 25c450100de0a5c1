import { useTranslation } from 'react-i18next'
import { serverMessage } from '@shared/api/error'
import type { CartLine } from '@/lib/cart/lines'
import { useSendChange } from '@/lib/cart/edit/mutation'
import { showToast } from '@shared/toasts'

/**
 * Returns a function that adds a removed line to the cart again, and says if that fails. It resolves to whether the cart has the
 * line: not if the visitor has to sign in first.
 */
export function useRestoreLine(line: CartLine, name: string): () => Promise<boolean> {
  const { t } = useTranslation()
  const sendChange = useSendChange()
  return async () => {
    try {
      const { addToCart } = await import('@/lib/cart/edit/add')
      return await addToCart(line, name, sendChange)
    } catch (error) {
      showToast({ tone: 'error', text: serverMessage(error) || t('CART.ADD_ERROR') })
      return false
    }
  }
}
