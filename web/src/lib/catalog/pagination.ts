type PageItem = number | 'gap'

/** Returns the first and last page and three around the current one; up to five pages, all of them. */
export function pageWindow(current: number, total: number): PageItem[] {
  if (total <= 5) return Array.from({ length: Math.max(0, total) }, (_, index) => index + 1)
  const start = Math.max(1, Math.min(current - 1, total - 2))
  const end = Math.min(total, Math.max(current + 1, 3))
  const items: PageItem[] = []
  if (start > 1) items.push(1)
  if (start > 2) items.push('gap')
  for (let page = start; page <= end; page += 1) items.push(page)
  if (end < total - 1) items.push('gap')
  if (end < total) items.push(total)
  return items
}

/** Whether `next` is another existing page. */
export function canChangePage(next: number, current: number, total: number): boolean {
  return Number.isInteger(next) && next !== current && next >= 1 && next <= total
}

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
