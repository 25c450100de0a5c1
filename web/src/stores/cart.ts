import { create } from 'zustand'
import { answer, api } from '@/lib/api/client'
import { serverMessage } from '@/lib/api/error'
import type { Cart, CartItem, Product } from '@/lib/api/types'
import { goToLogin } from '@/lib/login'
import { totalQepik, type Qepik } from '@/lib/price'
import { ensureSession } from './session'

/** One product in the cart, as the screens draw it. */
export interface CartLine {
  /** The product's id. */
  id: number
  name: string
  nameAz: string
  nameRu: string
  nameEn: string
  description: string
  descriptionAz: string
  descriptionRu: string
  descriptionEn: string
  /** AZN for one piece before discounts; 0 where it is no longer sold. */
  price: number
  discount: number
  userSpecificDiscount: number
  quantity: number
  image: string | null
  /** Colour slug; never set in this version. */
  color: string | null
  /** Still in the catalogue; otherwise it has no price and can only be removed. */
  sold: boolean
}

/** What of a product the cart needs to show it before the server answers. */
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

/** The most pieces of one product in a cart. */
export const maxQuantity = 99

interface CartState {
  /** Nothing until the server has a cart. */
  id: string | null
  lines: readonly CartLine[]
  /** While set, controls that change the cart are switched off and further changes are not taken. */
  loading: boolean
  /** Asked for at least once since signing in. */
  loaded: boolean
  /** Loading failed; then the cart shows no lines. */
  failed: boolean
  drawerOpen: boolean
}

const empty = { id: null, lines: [], failed: false } as const

export const useCart = create<CartState>(() => ({ ...empty, loading: false, loaded: false, drawerOpen: false }))

export function cartCount(lines: readonly CartLine[]): number {
  return lines.reduce((sum, line) => sum + line.quantity, 0)
}

/** What the lines cost that are still sold. */
export function cartTotal(lines: readonly CartLine[]): Qepik {
  return totalQepik(lines.filter(({ sold }) => sold))
}

export function lineOfItem(item: CartItem): CartLine {
  return {
    id: item.productId,
    name: item.productName,
    nameAz: item.productNameAz,
    nameRu: item.productNameRu,
    nameEn: item.productNameEn,
    description: item.productDescription,
    descriptionAz: item.productDescriptionAz,
    descriptionRu: item.productDescriptionRu,
    descriptionEn: item.productDescriptionEn,
    price: item.productPrice ?? 0,
    discount: item.discount,
    userSpecificDiscount: item.userSpecificDiscount ?? 0,
    quantity: item.quantity,
    image: item.productImage ?? null,
    color: null,
    sold: item.isActive && item.productPrice !== null,
  }
}

function lineOfProduct(product: Addable, quantity: number): CartLine {
  const { id, name, nameAz, nameRu, nameEn, description, descriptionAz, descriptionRu, descriptionEn } = product
  return {
    ...{ id, name, nameAz, nameRu, nameEn, description, descriptionAz, descriptionRu, descriptionEn },
    price: product.price,
    discount: product.discount,
    userSpecificDiscount: product.userSpecificDiscount ?? 0,
    quantity,
    image: product.images[0]?.imageUrl ?? null,
    color: null,
    sold: true,
  }
}

/** Where the product is there already, the quantities are summed. */
export function withAdded(lines: readonly CartLine[], added: CartLine): CartLine[] {
  return lines.some(({ id }) => id === added.id)
    ? lines.map((line) => (line.id === added.id ? { ...line, quantity: line.quantity + added.quantity } : line))
    : [...lines, added]
}

function withQuantities(lines: readonly CartLine[], quantities: ReadonlyMap<number, number>): CartLine[] {
  return lines.map((line) => ({ ...line, quantity: quantities.get(line.id) ?? line.quantity }))
}

async function fetchCart(): Promise<Cart | null> {
  return (await answer(api.GET('/api/v1.0/carts/current'))).data
}

async function refresh(): Promise<void> {
  try {
    const cart = await fetchCart()
    const lines = cart?.cartItems.map(lineOfItem) ?? []
    // A quantity that was set while the answer was on its way is newer than the answer.
    useCart.setState({ id: cart?.id ?? null, lines: withQuantities(lines, wanted), loaded: true, failed: false })
  } catch {
    useCart.setState({ ...empty, loaded: true, failed: true })
  }
}

/** Runs one change at a time; what comes while one runs is refused, and its control is off meanwhile. */
async function exclusively<Result>(work: () => Promise<Result>): Promise<Result | null> {
  if (useCart.getState().loading) return null
  useCart.setState({ loading: true })
  try {
    await sendingQuantities
    return await work()
  } finally {
    useCart.setState({ loading: false })
  }
}

/** Resolves when no change runs. */
async function idle(): Promise<void> {
  if (!useCart.getState().loading) return
  await new Promise<void>((resolve) => {
    const unsubscribe = useCart.subscribe(({ loading }) => {
      if (loading) return
      unsubscribe()
      resolve()
    })
  })
}

/** Loads the cart of the signed-in visitor. Without a session there is none, and nothing is asked. */
export async function loadCart(): Promise<void> {
  await exclusively(async () => {
    if (await ensureSession()) await refresh()
    else useCart.setState({ ...empty, loaded: false })
  })
}

/** `ignored`: another change was running, or the visitor was sent to sign in. */
export type Changed = 'done' | 'failed' | 'ignored'
export type Added = 'added' | 'failed' | 'ignored'

async function sendLine(line: CartLine): Promise<void> {
  const cart = (await fetchCart()) ?? (await answer(api.POST('/api/v1.0/carts/create'))).data
  const { id: productId, quantity } = line
  await answer(api.POST('/api/v1.0/carts/add-item', { body: { cartId: cart.id, productId, quantity } }))
}

async function addLine(line: CartLine, onRefusal?: (message: string) => void): Promise<Added> {
  const result = await exclusively(async (): Promise<Added> => {
    if (!(await ensureSession())) {
      goToLogin()
      return 'ignored'
    }
    useCart.setState(({ lines }) => ({ lines: withAdded(lines, line) }))
    try {
      await sendLine(line)
    } catch (error) {
      await refresh()
      onRefusal?.(serverMessage(error))
      return 'failed'
    }
    await refresh()
    return 'added'
  })
  return result ?? 'ignored'
}

/**
 * Adds to the cart: shown at once, then told to the server, and reloaded where that fails. `onRefusal` hears the
 * server's sentence, or an empty one.
 */
export function addToCart(product: Addable, quantity = 1, onRefusal?: (message: string) => void): Promise<Added> {
  return addLine(lineOfProduct(product, quantity), onRefusal)
}

/** Takes a product out: shown at once, and loaded again where the server does not agree. */
export async function removeFromCart(productId: number): Promise<Changed> {
  const result = await exclusively(async (): Promise<Changed> => {
    wanted.delete(productId)
    useCart.setState(({ lines }) => ({ lines: lines.filter(({ id }) => id !== productId) }))
    try {
      await answer(api.DELETE('/api/v1.0/carts/items/{productId}', { params: { path: { productId } } }))
      return 'done'
    } catch {
      await refresh()
      return 'failed'
    }
  })
  return result ?? 'ignored'
}

/** Puts a removed line back, after whatever is being done just now. */
export async function putBack(line: CartLine): Promise<Added> {
  await idle()
  return addLine(line)
}

/** Quantities that were asked for and are not told to the server yet; the newest one of each product. */
const wanted = new Map<number, number>()
let sendingQuantities: Promise<Changed> | null = null

async function sendQuantities(onRefusal: (message: string) => void): Promise<Changed> {
  for (let next = first(wanted); next !== undefined; next = first(wanted)) {
    const [productId, quantity] = next
    try {
      await answer(
        api.PATCH('/api/v1.0/carts/items/{productId}', { params: { path: { productId } }, body: { quantity } }),
      )
      if (wanted.get(productId) === quantity) wanted.delete(productId)
    } catch (error) {
      wanted.clear()
      await refresh()
      onRefusal(serverMessage(error))
      return 'failed'
    }
  }
  return 'done'
}

function first<Key, Value>(map: ReadonlyMap<Key, Value>): readonly [Key, Value] | undefined {
  for (const entry of map) return entry
  return undefined
}

/**
 * Sets the pieces of a line, 1 to 99: shown at once. Quick steps are told to the server one after the other, the newest
 * of each product only. `onRefusal` hears the server's sentence, or an empty one.
 */
export function setQuantity(productId: number, quantity: number, onRefusal: (message: string) => void): void {
  const bounded = Math.min(Math.max(1, quantity), maxQuantity)
  wanted.set(productId, bounded)
  useCart.setState(({ lines }) => ({ lines: withQuantities(lines, wanted) }))
  sendingQuantities ??= sendQuantities(onRefusal).finally(() => {
    sendingQuantities = null
  })
}

const settlePauseMs = 500
const settleDeadlineMs = 10_000

/** True as soon as no line still holds what was there when it was ordered. */
export function isSettled(lines: readonly CartLine[], ordered: ReadonlyMap<number, number>): boolean {
  return lines.every(({ id, quantity }) => quantity < (ordered.get(id) ?? Number.POSITIVE_INFINITY))
}

/**
 * After an order the server takes the ordered pieces out of the cart by itself, a moment later: loads the cart until
 * they are gone, 10 seconds at most.
 */
export async function settleCart(ordered: ReadonlyMap<number, number>): Promise<void> {
  const until = Date.now() + settleDeadlineMs
  do {
    await idle()
    await exclusively(refresh)
    const { lines, failed } = useCart.getState()
    if (!failed && isSettled(lines, ordered)) return
    await new Promise((resolve) => setTimeout(resolve, settlePauseMs))
  } while (Date.now() < until)
}

/** Opening the drawer reloads the cart. */
export function openCart(): void {
  useCart.setState({ drawerOpen: true })
  void loadCart()
}

export function closeCart(): void {
  useCart.setState({ drawerOpen: false })
}

/** After signing out. */
export function forgetCart(): void {
  wanted.clear()
  useCart.setState({ ...empty, loaded: false, drawerOpen: false })
}
