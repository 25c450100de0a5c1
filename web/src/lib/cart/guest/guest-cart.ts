import { randomHex } from '@shared/random'
import type { Qepik } from '@shared/price'
import { parseVersion, readStored, writeStored } from '@shared/storage'
import { maxQuantity } from '@/lib/cart/lines'
import { guestCartKey, useGuestCart, type GuestLine } from '@/lib/cart/state'

const version = 1

/** The most lines, as of the server's cart. */
const maxLines = 100

/** How long the server knows an idempotency key, and how long an addition is replayed that no cart shows. */
export const keyLifetimeMs = 24 * 3_600_000

interface StoredLine {
  p: number
  q: number
  k: string
  n?: string
  t?: number
  s?: number
  c?: number
}

const isCount = (value: unknown, max: number): value is number =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= max

function isStoredLine(value: unknown): value is StoredLine {
  if (typeof value !== 'object' || value === null) return false
  const { p, q, k } = value as Record<string, unknown>
  return isCount(p, Number.MAX_SAFE_INTEGER) && isCount(q, maxQuantity) && typeof k === 'string' && /^[!-~]{1,255}$/.test(k)
}

const lineOfStored = ({ p, q, k, n, t, s, c }: StoredLine): GuestLine => ({
  productId: p,
  quantity: q,
  key: k,
  name: typeof n === 'string' ? n : '',
  addedAt: typeof t === 'number' ? t : 0,
  sentAt: typeof s === 'number' ? s : null,
  seenPrice: typeof c === 'number' ? c : null,
})

const storedOfLine = ({ productId, quantity, key, name, addedAt, sentAt, seenPrice }: GuestLine): StoredLine => ({
  p: productId,
  q: quantity,
  k: key,
  n: name,
  t: addedAt,
  ...(sentAt !== null && { s: sentAt }),
  ...(seenPrice !== null && { c: seenPrice }),
})

/** An unknown version and malformed lines are dropped. */
function read(): GuestLine[] {
  const lines = parseVersion(readStored(guestCartKey), version)?.lines
  return Array.isArray(lines) ? lines.filter(isStoredLine).slice(0, maxLines).map(lineOfStored) : []
}

const write = (lines: readonly GuestLine[]): boolean =>
  writeStored(guestCartKey, lines.length === 0 ? null : JSON.stringify({ v: version, lines: lines.map(storedOfLine) }))

/** The lines of all tabs; those of this page if the browser stores none. */
export function guestLines(): readonly GuestLine[] {
  const { lines, stored } = useGuestCart.getState()
  return stored ? read() : lines
}

function change(update: (lines: readonly GuestLine[]) => readonly GuestLine[]): void {
  const before = guestLines()
  const lines = update(before)
  if (lines !== before) useGuestCart.setState({ lines, stored: write(lines) })
}

/** The cart has 100 lines. */
export class CartFullError extends Error {}

export interface Addition {
  productId: number
  quantity: number
  name: string
}

/** Appends an addition as a line of its own, with its own key. */
export function append(addition: Addition): GuestLine {
  const line = { ...addition, key: randomHex(16), addedAt: Date.now(), sentAt: null, seenPrice: null }
  change((lines) => {
    if (lines.length >= maxLines) throw new CartFullError()
    return [...lines, line]
  })
  return line
}

const isOpen = (line: GuestLine, productId: number) => line.productId === productId && line.sentAt === null

/** Appends an addition to replay after signing in. Returns the earlier line of the same product if it was not sent. */
export function appendOnce(addition: Addition): GuestLine {
  const earlier = guestLines().find((line) => isOpen(line, addition.productId) && Date.now() - line.addedAt < keyLifetimeMs)
  return earlier ?? append(addition)
}

/** Adds to the guest's line of the product, to 99 pieces at most. */
export function addToGuestCart(addition: Addition): GuestLine {
  const earlier = guestLines().find((line) => isOpen(line, addition.productId))
  if (earlier === undefined) return append(addition)
  const line = { ...earlier, quantity: Math.min(earlier.quantity + addition.quantity, maxQuantity) }
  change((lines) => lines.map((other) => (other.key === line.key ? line : other)))
  return line
}

/** Notes that a line is sent: its key and quantity stay as they are from now on. */
export function markSent(key: string): void {
  change((lines) => lines.map((line) => (line.key === key ? { ...line, sentAt: line.sentAt ?? Date.now() } : line)))
}

/** Notes the prices that the visitor sees. */
export function noteSeenPrices(prices: ReadonlyMap<number, Qepik>): void {
  change((lines) => lines.map((line) => ({ ...line, seenPrice: prices.get(line.productId) ?? line.seenPrice })))
}

export function dropGuestLine(key: string): void {
  change((lines) => (lines.some((line) => line.key === key) ? lines.filter((line) => line.key !== key) : lines))
}

export function removeFromGuestCart(productId: number): void {
  change((lines) => lines.filter((line) => line.productId !== productId))
}

/** Sets the pieces of a product. */
export function setGuestQuantity(productId: number, quantity: number): void {
  change((lines) => {
    const first = lines.find((line) => line.productId === productId)
    return lines
      .filter((line) => line === first || line.productId !== productId)
      .map((line) => (line === first ? { ...line, quantity } : line))
  })
}

/** Takes over the stored lines, which another tab may have changed. */
export function loadGuestCart(): void {
  useGuestCart.setState({ lines: guestLines() })
}
