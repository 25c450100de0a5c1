import type { OfferLine } from './calls'

export type LineChange = 'new' | 'changed' | null

const isSame = (one: OfferLine, other: OfferLine) =>
  one.name === other.name &&
  one.detail === other.detail &&
  one.quantity === other.quantity &&
  one.unitPrice === other.unitPrice &&
  one.design?.code === other.design?.code

/** Compares the lines of a renewed offer with those that the customer saw. Lines have no ids: a line is known by its name. */
export function compareLines(before: readonly OfferLine[], now: readonly OfferLine[]): { changes: LineChange[]; removed: string[] } {
  const changes = now.map((line): LineChange => {
    if (before.some((former) => isSame(former, line))) return null
    return before.some(({ name }) => name === line.name) ? 'changed' : 'new'
  })
  const removed = before.map(({ name }) => name).filter((name) => now.every((line) => line.name !== name))
  return { changes, removed }
}
