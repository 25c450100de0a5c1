import { useMutation, useMutationState, type QueryClient, type UseMutationOptions } from '@tanstack/react-query'
import { call } from '@/lib/api/client'
import { requireSession, useSession } from '@/lib/session'
import { settings } from '@/lib/settings'
import type { CartLine } from '@/lib/cart/lines'
import { cartQuery, useServerCart } from '@/lib/cart/query'
import { useMergeState } from '@/lib/cart/state'
import { announceCart } from '@/lib/cart/tabs'

export type CartChange =
  /** Adds as many pieces as the line has. */
  | { kind: 'add'; line: CartLine; send: () => Promise<void> }
  | { kind: 'remove'; productId: number }
  | { kind: 'quantity'; productId: number; quantity: number }

/** A change of a line that the cart has. */
type LineChange = Exclude<CartChange, { kind: 'add' }>

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
  return changes.slice(changes.indexOf(change) + 1).some((later) => later.kind !== 'add' && later.productId === change.productId)
}

/** Sends a change. Returns false for a quantity that a later change replaces. */
async function send(change: CartChange, client: QueryClient): Promise<boolean> {
  if (change.kind === 'add') {
    await change.send()
    return true
  }
  const path = { productId: change.productId }
  if (change.kind === 'remove') {
    await call('DELETE', '/carts/items/{productId}', { path })
    return true
  }
  if (isSuperseded(change, client)) return false
  try {
    await call('PATCH', '/carts/items/{productId}', { path, body: { quantity: change.quantity } })
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
    if (client.isMutating({ mutationKey }) !== 1) return
    announceCart()
    await client.invalidateQueries({ queryKey, exact: true })
  },
}

/** Whether the cart is that of a visitor without a session, in the browser. */
export const isGuest = () => settings.guestCart && useSession.getState().status === 'anonymous'

async function changeGuestCart(change: LineChange): Promise<void> {
  const { removeFromGuestCart, setGuestQuantity } = await import('@/lib/cart/guest/guest-cart')
  if (change.kind === 'remove') removeFromGuestCart(change.productId)
  else setGuestQuantity(change.productId, change.quantity)
}

/** Returns the function that sends a change to the server's cart. */
export const useSendChange = () => useMutation(cartMutation).mutateAsync

/**
 * Returns the function that changes a line of the cart. It resolves to false if the visitor has to sign in first, and rejects if
 * the server refuses the change.
 */
export function useChangeCart(): (change: LineChange) => Promise<boolean> {
  const sendChange = useSendChange()
  return async (change) => {
    if (isGuest()) {
      await changeGuestCart(change)
      return true
    }
    if (!(await requireSession())) return false
    await sendChange(change)
    return true
  }
}

/**
 * True while the cart loads, a product is added or removed, or guest lines are being added; controls that change the cart are disabled
 * then.
 */
export function useCartBusy(): boolean {
  const { isFetching } = useServerCart()
  const merging = useMergeState(({ status }) => status === 'merging')
  const kinds = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => (state.variables as CartChange).kind,
  })
  return merging || (kinds.length === 0 ? isFetching : kinds.some((kind) => kind !== 'quantity'))
}
