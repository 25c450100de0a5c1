import type { QueryClient } from '@tanstack/react-query'
import { call } from '@/lib/api/client'
import { ApiError } from '@shared/api/error'
import { dropGuestLine, guestLines, keyLifetimeMs, markSent } from './guest-cart'
import { cartCount, maxQuantity } from '@/lib/cart/lines'
import { mergeableLines, withCartLock } from './merging'
import { stockOf } from '@/lib/cart/edit/stock'
import { cartQuery } from '@/lib/cart/query'
import { useMergeState, type GuestLine } from '@/lib/cart/state'

/** Statuses after which the merge stops and is retried later. */
const isRetryable = (status: number) => [0, 401, 403, 429].includes(status) || status >= 500

export interface MergeResult {
  /** Pieces in the joined cart. */
  count: number
  /** Whether a line came from a guest's cart, and not from an addition whose answer was lost. */
  joined: boolean
  /** Products of which fewer pieces were added, with the pieces in stock. */
  reduced: { name: string; count: number }[]
  /** Names of products that are no longer sold. */
  discontinued: string[]
  /** The server's error messages for refused lines. */
  refused: string[]
}

/** Pieces by product id. */
type Quantities = Map<number, number>

const quantitiesOf = (items: readonly { productId: number; quantity: number }[]): Quantities =>
  new Map(items.map(({ productId, quantity }) => [productId, quantity]))

/** Adds the guest lines to a cart, one after the other. Each leaves the guest cart with its answer. */
class Merge {
  readonly reduced: MergeResult['reduced'] = []
  readonly discontinued: string[] = []
  readonly refused: string[] = []

  constructor(
    private readonly cartId: string,
    private present: Quantities,
  ) {}

  async add(line: GuestLine): Promise<void> {
    const present = this.present.get(line.productId) ?? 0
    // The server has forgotten the key, but not the product.
    if (line.sentAt !== null && Date.now() - line.sentAt > keyLifetimeMs && present > 0) return
    // A line that was sent is sent again unchanged: its key stands for this quantity.
    const quantity = line.sentAt === null ? Math.min(line.quantity, maxQuantity - present) : line.quantity
    if (quantity < 1) return
    markSent(line.key)
    try {
      await this.send(line, quantity)
    } catch (error) {
      await this.handleRefusal(line, error)
    }
  }

  private async send({ productId, key }: GuestLine, quantity: number): Promise<void> {
    const body = { cartId: this.cartId, productId, quantity }
    await call('POST', '/carts/add-item', { body, key })
    this.present.set(productId, (this.present.get(productId) ?? 0) + quantity)
  }

  /** Handles a refused addition. Rejects if the merge has to be retried later. */
  private async handleRefusal(line: GuestLine, error: unknown): Promise<void> {
    if (!(error instanceof ApiError) || isRetryable(error.status)) throw error
    // The key was used with fewer pieces: they are in the cart.
    if (error.status === 422) return
    const stock = await stockOf(line.productId)
    if (stock === undefined) this.discontinued.push(line.name)
    else await this.addRemaining(line, stock, error.message)
  }

  /** Adds the pieces for which there is room: a refused addition leaves its key unused. */
  private async addRemaining(line: GuestLine, stock: number | null, reason: string): Promise<void> {
    const cart = await call('GET', '/carts/current')
    this.present = quantitiesOf(cart?.cartItems ?? [])
    const room = Math.min(stock ?? maxQuantity, maxQuantity) - (this.present.get(line.productId) ?? 0)
    if (room >= line.quantity) {
      this.refused.push(reason)
      return
    }
    if (stock !== null && stock < maxQuantity) this.reduced.push({ name: line.name, count: stock })
    if (room < 1) return
    try {
      await this.send(line, room)
    } catch (error) {
      if (!(error instanceof ApiError) || isRetryable(error.status)) throw error
      this.refused.push(error.message)
    }
  }
}

/** Returns null if another tab has added the lines. */
async function mergeLines(): Promise<Omit<MergeResult, 'count'> | null> {
  const lines = mergeableLines()
  if (lines.length === 0) return null
  const cart = await call('POST', '/carts/create')
  const merge = new Merge(cart.id, quantitiesOf(cart.cartItems))
  for (const line of lines) {
    // Signing out clears them.
    if (!guestLines().some(({ key }) => key === line.key)) continue
    await merge.add(line)
    useMergeState.setState(({ mergedLines }) => ({ mergedLines: [...mergedLines, line] }))
    dropGuestLine(line.key)
  }
  const { reduced, discontinued, refused } = merge
  return { joined: lines.some(({ sentAt }) => sentAt === null), reduced, discontinued, refused }
}

/**
 * Adds the guest lines to the server's cart and reloads it. Resolves to null if there are none. Rejects if it has to be retried later:
 * lines without an answer stay.
 */
export async function mergeGuestCart(client: QueryClient): Promise<MergeResult | null> {
  useMergeState.setState({ status: 'merging', mergedLines: [] })
  const reload = async (): Promise<number> => cartCount(await client.query({ ...cartQuery, staleTime: 0 }))
  // The answer of a load in flight may lack what is added now.
  await client.cancelQueries({ queryKey: cartQuery.queryKey })
  try {
    const merged = await withCartLock(mergeLines)
    const count = await reload()
    useMergeState.setState({ status: 'idle', mergedLines: [] })
    return merged && { ...merged, count }
  } catch (error) {
    await reload().catch(() => undefined)
    useMergeState.setState({ status: 'failed', mergedLines: [] })
    throw error
  }
}
