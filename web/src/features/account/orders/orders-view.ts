import type { Schemas } from '@shared/api/contract'
import { orderStatusValues } from '@shared/api/schema'
import { parsePage } from '@/lib/catalog/pagination'

/** Filter, page and selected order; held in the query string. */
export interface OrdersView {
  page: number
  status: Schemas['OrderStatus'] | null
  search: string
  /** Id of the selected order. */
  order: string | null
}

export const maxSearch = 100

export function readOrdersView(search: string): OrdersView {
  const params = new URLSearchParams(search)
  const status = params.get('status')
  return {
    page: parsePage(params.get('page')),
    status: orderStatusValues.find((candidate) => candidate === status) ?? null,
    search: (params.get('search') ?? '').trim().slice(0, maxSearch),
    order: params.get('order'),
  }
}

/** The path of a view; defaults are omitted. */
export function ordersPath({ page = 1, status = null, search = '', order = null }: Partial<OrdersView>): string {
  const params = new URLSearchParams({ section: 'orders' })
  if (status !== null) params.set('status', status)
  if (search !== '') params.set('search', search)
  if (page > 1) params.set('page', String(page))
  if (order !== null) params.set('order', order)
  return `/account?${params.toString()}`
}
