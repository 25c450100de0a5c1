import { settings } from '@/lib/settings'
import { guestLines, keyLifetimeMs } from './guest-cart'
import { useMergeState, type GuestLine } from '@/lib/cart/state'

/** Sends an addition of this page. A merge leaves it alone meanwhile, and the cart shows it as a change of its own. */
export async function whileSending<Result>(key: string, send: () => Promise<Result>): Promise<Result> {
  useMergeState.setState(({ sending }) => ({ sending: [...sending, key] }))
  try {
    return await send()
  } finally {
    useMergeState.setState(({ sending }) => ({ sending: sending.filter((other) => other !== key) }))
  }
}

/** The lines to add to the server's cart. Old additions that no cart shows are none of them. */
export function mergeableLines(): GuestLine[] {
  const since = Date.now() - keyLifetimeMs
  const { sending } = useMergeState.getState()
  return guestLines().filter((line) => !sending.includes(line.key) && (settings.guestCart || line.sentAt !== null || line.addedAt > since))
}

/** Runs `work` in one tab of the browser at a time. Without Web Locks, the keys keep additions from counting twice. */
export async function withCartLock<Result>(work: () => Promise<Result>): Promise<Result> {
  return 'locks' in navigator ? await navigator.locks.request('storefront-cart', work) : await work()
}
