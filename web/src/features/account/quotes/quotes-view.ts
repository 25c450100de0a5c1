import { parsePage } from '@/lib/catalog/pagination'

/** Page and selected quote; held in the query string. */
interface QuotesView {
  page: number
  /** Number of the selected quote. */
  quote: string | null
}

export function readQuotesView(search: string): QuotesView {
  const params = new URLSearchParams(search)
  return { page: parsePage(params.get('page')), quote: params.get('quote') }
}

/** The path of a view; defaults are omitted. */
export function quotesPath({ page = 1, quote = null }: Partial<QuotesView>): string {
  const params = new URLSearchParams({ section: 'quotes' })
  if (page > 1) params.set('page', String(page))
  if (quote !== null) params.set('quote', quote)
  return `/account?${params.toString()}`
}
