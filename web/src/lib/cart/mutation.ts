import { useMutation, useMutationState, type QueryClient, type UseMutationOptions } from '@tanstack/react-query'
import { api, unwrap } from '@/lib/api/client'
import { useLanguage } from '@/lib/i18n/setup'
import { localized } from '@/lib/localized'
import { goToLogin } from '@/lib/login'
import { ensureSession, requireSession, useSession } from '@/lib/session'
import { settings } from '@/lib/settings'
import { ApiError } from '@shared/api/error'
import { dropKept, keepInCart, keepPress, keepPressOnce, markSent, removeKept, setKeptQuantity, type Press } from './kept'
import type { CartLine } from './lines'
import { asOwnPress, withCartLock } from './merging'
import { cartQuery, useServerCart } from './query'
import { useMerging } from './state'

export type CartChange =
  /** Adds as many pieces as the line has. The key of the kept press makes retries idempotent. */
  | { kind: 'add'; line: CartLine; key: string }
  | { kind: 'remove'; productId: number }
  | { kind: 'quantity'; productId: number; quantity: number }

export type CartRequest = Exclude<CartChange, { kind: 'add' }> | { kind: 'add'; line: CartLine }

/** The lines that the server has, without the pending changes; shared by all pending mutations. */
interface Confirmed {
  lines: CartLine[] | undefined
}

const { queryKey } = cartQuery
const mutationKey = ['cart']

function changedLines(lines: readonly CartLine[], change: CartChange): CartLine[] {
  switch (change.kind) {
    case 'add': {
      const { id, quantity } = change.line
      return lines.some((line) => line.id === id)
        ? lines.map((line) => (line.id === id ? { ...line, quantity: line.quantity + quantity } : line))
        : [...lines, change.line]
    }
    case 'remove':
      return lines.filter(({ id }) => id !== change.productId)
    case 'quantity':
      return lines.map((line) => (line.id === change.productId ? { ...line, quantity: change.quantity } : line))
  }
}

function pendingMutations(client: QueryClient) {
  return client.getMutationCache().findAll({ mutationKey, status: 'pending' })
}

function pendingChanges(client: QueryClient): CartChange[] {
  return pendingMutations(client).map(({ state }) => state.variables as CartChange)
}

/** True if a later change sets the quantity of the same product, or removes it. */
function isSuperseded(change: CartChange & { productId: number }, client: QueryClient): boolean {
  const changes = pendingChanges(client)
  return changes
    .slice(changes.indexOf(change) + 1)
    .some((later) => later.kind !== 'add' && later.productId === change.productId)
}

async function add({ id: productId, quantity }: CartLine, key: string): Promise<void> {
  const { data } = await unwrap(api.GET('/api/v1.0/carts/current'))
  const cart = data ?? (await unwrap(api.POST('/api/v1.0/carts/create'))).data
  const body = { cartId: cart.id, productId, quantity }
  await unwrap(api.POST('/api/v1.0/carts/add-item', { body, params: { header: { 'Idempotency-Key': key } } }))
}

/**
 * Sends a kept press, which is dropped with the answer. It stays if the page is left before, or if the session has ended: the next
 * page with a session sends it again.
 */
async function sendPress(line: CartLine, key: string): Promise<void> {
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
    if (!stays) dropKept(key)
    throw error
  } finally {
    window.removeEventListener('beforeunload', onLeave)
  }
  dropKept(key)
}

/** Sends a change. Returns false for a quantity that a later change replaces. */
async function send(change: CartChange, client: QueryClient): Promise<boolean> {
  if (change.kind === 'add') {
    await sendPress(change.line, change.key)
    return true
  }
  const params = { path: { productId: change.productId } }
  if (change.kind === 'remove') {
    await unwrap(api.DELETE('/api/v1.0/carts/items/{productId}', { params }))
    return true
  }
  if (isSuperseded(change, client)) return false
  try {
    await unwrap(api.PATCH('/api/v1.0/carts/items/{productId}', { params, body: { quantity: change.quantity } }))
    return true
  } catch (error) {
    if (isSuperseded(change, client)) return false
    throw error
  }
}

/** Shows changes at once and sends them one after the other; the last one reloads the cart. */
const cartMutation: UseMutationOptions<boolean, Error, CartChange, Confirmed> = {
  mutationKey,
  scope: { id: 'cart' },
  mutationFn: (change, { client }) => send(change, client),
  onMutate: async (change, { client }) => {
    // The answer of a load in flight would overwrite the change.
    await client.cancelQueries({ queryKey })
    const [first] = pendingMutations(client)
    const confirmed = (first?.state.context as Confirmed | undefined) ?? { lines: client.getQueryData(queryKey) }
    client.setQueryData(queryKey, (lines) => lines && changedLines(lines, change))
    return confirmed
  },
  onSuccess: (sent, change, confirmed) => {
    if (sent) confirmed.lines = confirmed.lines && changedLines(confirmed.lines, change)
  },
  onError: (_, change, confirmed, { client }) => {
    const others = pendingChanges(client).filter((other) => other !== change)
    if (confirmed?.lines) client.setQueryData(queryKey, others.reduce(changedLines, confirmed.lines))
  },
  onSettled: async (_data, _error, _change, _confirmed, { client }) => {
    if (client.isMutating({ mutationKey }) === 1) await client.invalidateQueries({ queryKey })
  },
}

/** Keeps a press for the visitor that this browser has now. */
function keep(press: Press) {
  if (useSession.getState().status !== 'anonymous') return keepPress(press)
  return settings.guestCart ? keepInCart(press) : keepPressOnce(press)
}

/** Whether a press that is kept is all there is to do now. Navigates to the sign-in screen if there is no guest cart. */
async function isLeftToGuest(key: string): Promise<boolean> {
  try {
    if (await ensureSession()) return false
  } catch (error) {
    if (settings.guestCart) return true
    dropKept(key)
    throw error
  }
  if (!settings.guestCart) goToLogin()
  return true
}

/** The cart of a visitor without a session, in the browser. */
const isGuest = () => settings.guestCart && useSession.getState().status === 'anonymous'

function changeKept(change: Exclude<CartChange, { kind: 'add' }>): void {
  if (change.kind === 'remove') removeKept(change.productId)
  else setKeptQuantity(change.productId, change.quantity)
}

/**
 * Returns the function that changes the cart. It resolves to false if the visitor has to sign in first, and rejects if
 * the server refuses the change. A press to add is kept in the browser until it is answered, so that leaving the page loses
 * nothing.
 */
export function useChangeCart(): (request: CartRequest) => Promise<boolean> {
  const { mutateAsync } = useMutation(cartMutation)
  const language = useLanguage()
  const add = async (line: CartLine): Promise<boolean> => {
    const { key } = keep({ productId: line.id, quantity: line.quantity, name: localized(line, 'name', language) })
    if (isGuest()) return true
    return asOwnPress(key, async () => {
      if (await isLeftToGuest(key)) return settings.guestCart
      await mutateAsync({ kind: 'add', line, key })
      return true
    })
  }
  return async (request) => {
    if (request.kind === 'add') return add(request.line)
    if (isGuest()) {
      changeKept(request)
      return true
    }
    if (!(await requireSession())) return false
    await mutateAsync(request)
    return true
  }
}

/**
 * True while the cart loads, a product is added or removed, or kept lines are being added; controls that change the cart are disabled
 * then.
 */
export function useCartBusy(): boolean {
  const { isFetching } = useServerCart()
  const merging = useMerging(({ status }) => status === 'merging')
  const kinds = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => (state.variables as CartChange).kind,
  })
  return merging || (kinds.length === 0 ? isFetching : kinds.some((kind) => kind !== 'quantity'))
}
