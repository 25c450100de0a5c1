import { create } from 'zustand'
import { answer, api } from '@/lib/api/client'
import type { Cart, CartItem, Product } from '@/lib/api/types'
import { goToLogin } from '@/lib/login'
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
  price: number
  discount: number
  userSpecificDiscount: number
  quantity: number
  image: string | null
  /** Colour slug; never set in this version. */
  color: string | null
}

interface CartState {
  /** Nothing until the server has a cart. */
  id: string | null
  lines: readonly CartLine[]
  /** While set, controls that change the cart are switched off and further changes are not taken. */
  loading: boolean
  /** Loading failed; then the cart shows no lines. */
  failed: boolean
  drawerOpen: boolean
}

const empty = { id: null, lines: [], failed: false } as const

export const useCart = create<CartState>(() => ({ ...empty, loading: false, drawerOpen: false }))

export function cartCount(lines: readonly CartLine[]): number {
  return lines.reduce((sum, line) => sum + line.quantity, 0)
}

function lineOfItem(item: CartItem): CartLine {
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
    price: item.productPrice,
    discount: item.discount,
    userSpecificDiscount: item.userSpecificDiscount,
    quantity: item.quantity,
    image: item.productImage,
    color: null,
  }
}

function lineOfProduct(product: Product, quantity: number): CartLine {
  const { id, name, nameAz, nameRu, nameEn, description, descriptionAz, descriptionRu, descriptionEn } = product
  return {
    ...{ id, name, nameAz, nameRu, nameEn, description, descriptionAz, descriptionRu, descriptionEn },
    price: product.price,
    discount: product.discount,
    userSpecificDiscount: product.userSpecificDiscount,
    quantity,
    image: product.images[0]?.imageUrl ?? null,
    color: null,
  }
}

/** Where the product is there already, the quantities are summed. */
export function withAdded(lines: readonly CartLine[], added: CartLine): CartLine[] {
  return lines.some(({ id }) => id === added.id)
    ? lines.map((line) => (line.id === added.id ? { ...line, quantity: line.quantity + added.quantity } : line))
    : [...lines, added]
}

async function fetchCart(): Promise<Cart | null> {
  return (await answer(api.GET('/api/v1.0/carts/current'))).data
}

async function refresh(): Promise<void> {
  try {
    const cart = await fetchCart()
    useCart.setState({ id: cart?.id ?? null, lines: cart?.cartItems.map(lineOfItem) ?? [], failed: false })
  } catch {
    useCart.setState({ ...empty, failed: true })
  }
}

/** Runs one change at a time; what comes while one runs is refused, and its control is off meanwhile. */
async function exclusively<Result>(work: () => Promise<Result>): Promise<Result | null> {
  if (useCart.getState().loading) return null
  useCart.setState({ loading: true })
  try {
    return await work()
  } finally {
    useCart.setState({ loading: false })
  }
}

/** Loads the cart of the signed-in visitor. Without a session there is none, and nothing is asked. */
export async function loadCart(): Promise<void> {
  await exclusively(async () => {
    if (await ensureSession()) await refresh()
    else useCart.setState(empty)
  })
}

/** `ignored`: another change was running, or the visitor was sent to sign in. */
export type Added = 'added' | 'failed' | 'ignored'

/** Adds to the cart: shown at once, then told to the server, and reloaded where that fails. */
export async function addToCart(product: Product, quantity = 1): Promise<Added> {
  const result = await exclusively(async (): Promise<Added> => {
    if (!(await ensureSession())) {
      goToLogin()
      return 'ignored'
    }
    useCart.setState(({ lines }) => ({ lines: withAdded(lines, lineOfProduct(product, quantity)) }))
    try {
      const cart = (await fetchCart()) ?? (await answer(api.POST('/api/v1.0/carts/create'))).data
      if (cart === null) throw new Error('the server created no cart')
      await answer(
        api.POST('/api/v1.0/carts/add-item', { body: { cartId: cart.id, productId: product.id, quantity } }),
      )
    } catch {
      await refresh()
      return 'failed'
    }
    await refresh()
    return 'added'
  })
  return result ?? 'ignored'
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
  useCart.setState({ ...empty, drawerOpen: false })
}
