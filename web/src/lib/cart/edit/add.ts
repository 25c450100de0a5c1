import { call } from '@/lib/api/client'
import { useLanguage } from '@/lib/i18n/setup'
import { localized } from '@/lib/localized'
import { goToLogin } from '@/lib/login'
import { ensureSession, useSession } from '@/lib/session'
import { settings } from '@/lib/settings'
import { ApiError } from '@shared/api/error'
import { addToGuestCart, append, appendOnce, dropGuestLine, markSent, type Addition } from '@/lib/cart/guest/guest-cart'
import type { CartLine } from '@/lib/cart/lines'
import { whileSending, withCartLock } from '@/lib/cart/guest/merging'
import { isGuest, useSendChange, type CartChange } from './mutation'

async function add({ id: productId, quantity }: CartLine, key: string): Promise<void> {
  const cart = (await call('GET', '/carts/current')) ?? (await call('POST', '/carts/create'))
  const body = { cartId: cart.id, productId, quantity }
  await call('POST', '/carts/add-item', { body, key })
}

/**
 * Sends a stored addition, and drops it with the answer. It stays if the page is left before, or if the session has ended: the next
 * page with a session sends it again.
 */
async function sendAddition(line: CartLine, key: string): Promise<void> {
  const page = { isLeft: false }
  const onLeave = () => {
    page.isLeft = true
  }
  // Some browsers fail the requests of a page while it is still running.
  window.addEventListener('beforeunload', onLeave)
  markSent(key)
  try {
    await withCartLock(() => add(line, key))
  } catch (error) {
    const stays = page.isLeft || (error instanceof ApiError && error.status === 401)
    if (!stays) dropGuestLine(key)
    throw error
  } finally {
    window.removeEventListener('beforeunload', onLeave)
  }
  dropGuestLine(key)
}

/** Stores an addition for the visitor that this browser has now. */
function store(addition: Addition) {
  if (useSession.getState().status !== 'anonymous') return append(addition)
  return settings.guestCart ? addToGuestCart(addition) : appendOnce(addition)
}

/** Whether the addition stays in the browser. Navigates to the sign-in screen if there is no guest cart. */
async function isGuestAddition(key: string): Promise<boolean> {
  try {
    if (await ensureSession()) return false
  } catch (error) {
    if (settings.guestCart) return true
    dropGuestLine(key)
    throw error
  }
  if (!settings.guestCart) goToLogin()
  return true
}

/**
 * Adds a line to the cart. Resolves to false if the visitor has to sign in first, and rejects if the server refuses the addition. The
 * addition is stored in the browser until it is answered, so that leaving the page loses nothing.
 */
export async function addToCart(line: CartLine, name: string, sendChange: (change: CartChange) => Promise<boolean>): Promise<boolean> {
  const { key } = store({ productId: line.id, quantity: line.quantity, name })
  if (isGuest()) return true
  return whileSending(key, async () => {
    if (await isGuestAddition(key)) return settings.guestCart
    await sendChange({ kind: 'add', line, send: () => sendAddition(line, key) })
    return true
  })
}

/** Returns the function that adds a line to the cart, as `addToCart` does. */
export function useAddToCart(): (line: CartLine) => Promise<boolean> {
  const sendChange = useSendChange()
  const language = useLanguage()
  return (line) => addToCart(line, localized(line, 'name', language), sendChange)
}
