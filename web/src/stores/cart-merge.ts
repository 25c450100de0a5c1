import type { QueryClient } from '@tanstack/react-query'
import { loadGuestCart } from '@/lib/cart/guest/guest-cart'
import { mergeGuestCart, type MergeResult } from '@/lib/cart/guest/merge'
import { mergeableLines } from '@/lib/cart/guest/merging'
import { useMergeState } from '@/lib/cart/state'
import { t } from '@/lib/i18n/instance'
import { settings } from '@/lib/settings'
import { useSession } from '@/lib/session'
import { openCart } from './cart-drawer'
import { showToast } from '@shared/toasts'

/** Shows the result of a merge in one message, which stays open if a product is missing. */
function showResult({ count, joined, reduced, discontinued, refused }: MergeResult): void {
  const problems = [
    ...reduced.map(({ name, count: pieces }) =>
      pieces > 0 ? t('CART.MERGED_LESS', { name, count: pieces }) : t('CART.MERGED_NONE', { name }),
    ),
    ...discontinued.map((name) => t('CART.MERGED_GONE', { name })),
    ...refused,
  ]
  const result = settings.guestCart && joined ? t('CART.MERGED', { count }) : t('CART.ADDED')
  showToast({
    tone: problems.length === 0 ? 'done' : 'error',
    text: [...(count > 0 ? [result] : []), ...problems].join(' '),
    action: { label: t('NAV.CART'), run: openCart },
  })
}

let running: Promise<void> | null = null

async function mergeOnce(client: QueryClient): Promise<void> {
  try {
    const merged = await mergeGuestCart(client)
    if (merged !== null) showResult(merged)
  } catch {
    // The screen that asks to sign in again reports the end of the session.
    if (useSession.getState().status !== 'signed-in') return
    showToast({
      tone: 'error',
      text: t('CART.MERGE_FAILED'),
      action: { label: t('COMMON.RETRY'), run: () => void mergeCarts(client) },
    })
  }
}

/** Adds the guest lines to the cart of the signed-in visitor, and shows the result. One merge at a time. */
export function mergeCarts(client: QueryClient): Promise<void> {
  running ??= mergeOnce(client).finally(() => {
    running = null
  })
  return running
}

/** Loads the guest lines, and adds them to the cart of a signed-in visitor. */
export async function syncGuestCart(client: QueryClient): Promise<void> {
  loadGuestCart()
  if (useSession.getState().status === 'signed-in' && mergeableLines().length > 0) await mergeCarts(client)
  else if (running === null) useMergeState.setState({ status: 'idle' })
}
