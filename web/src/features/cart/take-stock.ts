import type { CartLine } from '@/lib/cart/lines'
import { stockOf } from '@/lib/cart/edit/stock'
import { t } from '@/lib/i18n/instance'
import { isNotEnough } from '@shared/api/not-enough'
import { closeToast, showToast } from '@shared/toasts'

/** Id of the last message, which the next one replaces. */
let told = 0

interface Refused {
  line: CartLine
  name: string
  error: unknown
  /** Whether the visitor has set another quantity meanwhile. */
  isOutdated: () => boolean
  change: (quantity: number) => Promise<boolean>
}

/** Takes as many pieces as there are in place of a refused quantity, and says so. Rejects with the error if that is not the reason. */
export async function takeStock({ line, name, error, isOutdated, change }: Refused): Promise<void> {
  const stock = isNotEnough(error) ? await stockOf(line.id) : null
  if (!stock || isOutdated()) throw error
  if (stock !== line.quantity) await change(stock)
  closeToast(told)
  told = showToast({ tone: 'error', text: t('CART.MERGED_LESS', { name, count: stock }), seconds: 6 })
}
