export type PageItem = number | 'gap'

/** The first, the last, and a window of three around the current page; with five pages or fewer, all of them. */
export function pageWindow(current: number, total: number): PageItem[] {
  if (total <= 5) return Array.from({ length: Math.max(0, total) }, (_, index) => index + 1)
  // At either end the window stays three pages wide.
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

/** A page change counts only if it leads to another page that is there. */
export function mayChangePage(next: number, current: number, total: number): boolean {
  return Number.isInteger(next) && next !== current && next >= 1 && next <= total
}

/** A page number from the address; anything else is page 1. */
export function parsePage(value: string | null): number {
  return value !== null && /^[1-9]\d{0,5}$/.test(value) ? Number(value) : 1
}

/** First and last position on the page, both 0 for an empty list: `Showing 11-20 of 24`. */
export function shownRange(page: number, pageSize: number, onPage: number): { from: number; to: number } {
  if (onPage === 0) return { from: 0, to: 0 }
  const from = (page - 1) * pageSize + 1
  return { from, to: from + onPage - 1 }
}
