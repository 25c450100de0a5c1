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
