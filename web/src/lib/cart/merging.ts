import { settings } from '@/lib/settings'
import { keptLines, keyLastsMs } from './kept'
import { useMerging, type KeptLine } from './state'

/** Sends a press of this page. A merge leaves it alone meanwhile, and the cart shows it as a change of its own. */
export async function asOwnPress<Result>(key: string, send: () => Promise<Result>): Promise<Result> {
  useMerging.setState(({ pressed }) => ({ pressed: [...pressed, key] }))
  try {
    return await send()
  } finally {
    useMerging.setState(({ pressed }) => ({ pressed: pressed.filter((other) => other !== key) }))
  }
}

/** The lines to add to the server's cart. Old presses that no cart shows are none of them. */
export function mergeableLines(): KeptLine[] {
  const since = Date.now() - keyLastsMs
  const { pressed } = useMerging.getState()
  return keptLines().filter((line) => !pressed.includes(line.key) && (settings.guestCart || line.sentAt !== null || line.addedAt > since))
}

/** Runs `work` in one tab of the browser at a time. Without Web Locks, the keys keep additions from counting twice. */
export async function withCartLock<Result>(work: () => Promise<Result>): Promise<Result> {
  return 'locks' in navigator ? await navigator.locks.request('storefront-cart', work) : await work()
}
