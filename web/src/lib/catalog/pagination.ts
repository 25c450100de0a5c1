/** Parses a page number of a query string; 1 if invalid. */
export function parsePage(value: string | null): number {
  return value !== null && /^[1-9]\d{0,5}$/.test(value) ? Number(value) : 1
}

/** Whether a list has no such page. `isOfBefore` is whether `rows` are still those of the page before. */
export function isBeyondLast(page: number, rows: readonly unknown[], isOfBefore: boolean): boolean {
  return page > 1 && rows.length === 0 && !isOfBefore
}

/** Positions of the first and the last item on a page; both 0 for an empty list. */
export function shownRange(page: number, pageSize: number, onPage: number): { from: number; to: number } {
  if (onPage === 0) return { from: 0, to: 0 }
  const from = (page - 1) * pageSize + 1
  return { from, to: from + onPage - 1 }
}
