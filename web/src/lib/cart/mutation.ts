import { useMutation, useMutationState, type QueryClient, type UseMutationOptions } from '@tanstack/react-query'
import { api, unwrap } from '@/lib/api/client'
import type { Product } from '@/lib/api/types'
import { requireSession } from '@/lib/session'
import type { CartLine } from './lines'
import { cartQuery, useCart } from './query'

/** The parts of a product that a line needs. */
export type Addable = Pick<
  Product,
  | 'id'
  | 'name'
  | 'nameAz'
  | 'nameRu'
  | 'nameEn'
  | 'description'
  | 'descriptionAz'
  | 'descriptionRu'
  | 'descriptionEn'
  | 'price'
  | 'discount'
> & { userSpecificDiscount: number | null; images: readonly { imageUrl: string }[] }

/** One piece of a product, as the cart shows it until the server answers. */
export function lineOfProduct(product: Addable): CartLine {
  const { id, name, nameAz, nameRu, nameEn, description, descriptionAz, descriptionRu, descriptionEn } = product
  return {
    ...{ id, name, nameAz, nameRu, nameEn, description, descriptionAz, descriptionRu, descriptionEn },
    price: product.price,
    discount: product.discount,
    userSpecificDiscount: product.userSpecificDiscount ?? 0,
    quantity: 1,
    image: product.images[0]?.imageUrl ?? null,
    color: null,
    sold: true,
  }
}

export type CartChange =
  /** Adds as many pieces as the line has. */
  | { kind: 'add'; line: CartLine }
  | { kind: 'remove'; productId: number }
  | { kind: 'quantity'; productId: number; quantity: number }

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

async function add({ id: productId, quantity }: CartLine): Promise<void> {
  const { data } = await unwrap(api.GET('/api/v1.0/carts/current'))
  const cart = data ?? (await unwrap(api.POST('/api/v1.0/carts/create'))).data
  await unwrap(api.POST('/api/v1.0/carts/add-item', { body: { cartId: cart.id, productId, quantity } }))
}

/** Sends a change. Returns false for a quantity that a later change replaces. */
async function send(change: CartChange, client: QueryClient): Promise<boolean> {
  if (change.kind === 'add') {
    await add(change.line)
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

/**
 * Returns the function that changes the cart. It resolves to false if the visitor has to sign in first, and rejects if
 * the server refuses the change.
 */
export function useChangeCart(): (change: CartChange) => Promise<boolean> {
  const { mutateAsync } = useMutation(cartMutation)
  return async (change) => {
    if (!(await requireSession())) return false
    await mutateAsync(change)
    return true
  }
}

/** True while the cart loads or a product is added or removed; controls that change the cart are disabled then. */
export function useCartBusy(): boolean {
  const { isFetching } = useCart()
  const kinds = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => (state.variables as CartChange).kind,
  })
  return kinds.length === 0 ? isFetching : kinds.some((kind) => kind !== 'quantity')
}
