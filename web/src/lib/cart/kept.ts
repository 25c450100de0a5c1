import { randomHex } from '@shared/random'
import type { Qepik } from '@shared/price'
import { parseVersion, readStored, writeStored } from '@shared/storage'
import { maxQuantity } from './lines'
import { keptStorageKey, useKept, type KeptLine } from './state'

const version = 1

/** The most lines, as of the server's cart. */
const maxLines = 100

/** How long the server knows a key, and how long a press is kept that no cart shows. */
export const keyLastsMs = 24 * 3_600_000

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

const lineOfStored = ({ p, q, k, n, t, s, c }: StoredLine): KeptLine => ({
  productId: p,
  quantity: q,
  key: k,
  name: typeof n === 'string' ? n : '',
  addedAt: typeof t === 'number' ? t : 0,
  sentAt: typeof s === 'number' ? s : null,
  seenPrice: typeof c === 'number' ? c : null,
})

const storedOfLine = ({ productId, quantity, key, name, addedAt, sentAt, seenPrice }: KeptLine): StoredLine => ({
  p: productId,
  q: quantity,
  k: key,
  n: name,
  t: addedAt,
  ...(sentAt !== null && { s: sentAt }),
  ...(seenPrice !== null && { c: seenPrice }),
})

/** An unknown version and malformed lines are dropped. */
function read(): KeptLine[] {
  const lines = parseVersion(readStored(keptStorageKey), version)?.lines
  return Array.isArray(lines) ? lines.filter(isStoredLine).slice(0, maxLines).map(lineOfStored) : []
}

const write = (lines: readonly KeptLine[]): boolean =>
  writeStored(keptStorageKey, lines.length === 0 ? null : JSON.stringify({ v: version, lines: lines.map(storedOfLine) }))

/** The lines of all tabs; those of this page if the browser stores none. */
export function keptLines(): readonly KeptLine[] {
  const { lines, stored } = useKept.getState()
  return stored ? read() : lines
}

function change(update: (lines: readonly KeptLine[]) => readonly KeptLine[]): void {
  const before = keptLines()
  const lines = update(before)
  if (lines !== before) useKept.setState({ lines, stored: write(lines) })
}

/** The cart has 100 lines. */
export class CartFullError extends Error {}

export interface Press {
  productId: number
  quantity: number
  name: string
}

function append(press: Press): KeptLine {
  const line = { ...press, key: randomHex(16), addedAt: Date.now(), sentAt: null, seenPrice: null }
  change((lines) => {
    if (lines.length >= maxLines) throw new CartFullError()
    return [...lines, line]
  })
  return line
}

const isOpen = (line: KeptLine, productId: number) => line.productId === productId && line.sentAt === null

/** Keeps a press as a line of its own, with its own key. */
export const keepPress = append

/** Keeps a press for after signing in. A second one for the same product, after turning back, counts as the same. */
export function keepPressOnce(press: Press): KeptLine {
  const earlier = keptLines().find((line) => isOpen(line, press.productId) && Date.now() - line.addedAt < keyLastsMs)
  return earlier ?? append(press)
}

/** Adds to the guest's line of the product, to 99 pieces at most. */
export function keepInCart(press: Press): KeptLine {
  const earlier = keptLines().find((line) => isOpen(line, press.productId))
  if (earlier === undefined) return append(press)
  const line = { ...earlier, quantity: Math.min(earlier.quantity + press.quantity, maxQuantity) }
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

export function dropKept(key: string): void {
  change((lines) => (lines.some((line) => line.key === key) ? lines.filter((line) => line.key !== key) : lines))
}

export function removeKept(productId: number): void {
  change((lines) => lines.filter((line) => line.productId !== productId))
}

/** Sets the pieces of a product. */
export function setKeptQuantity(productId: number, quantity: number): void {
  change((lines) => {
    const first = lines.find((line) => line.productId === productId)
    return lines
      .filter((line) => line === first || line.productId !== productId)
      .map((line) => (line === first ? { ...line, quantity } : line))
  })
}

/** Takes over the stored lines, which another tab may have changed. */
export function loadKept(): void {
  useKept.setState({ lines: keptLines() })
}
