import { useLocation, useSearch } from 'wouter'
import { orderSources, orderStatuses, paymentStatuses } from '@desk/api/orders'
import type { OrderCounts } from '@desk/api/orders'
import type { TextKey } from '@desk/i18n/text-key'
import { changedFilters, filtersQuery, parseFilters, type FiltersOf } from '@desk/lib/filters'
import { bakuDate, day } from '@desk/lib/times'

const names = ['status', 'payment', 'assignee', 'source', 'from', 'to', 'deliveryFrom', 'deliveryTo', 'hasDelivery', 'q', 'sort'] as const
type FilterName = (typeof names)[number]
export type Filters = FiltersOf<FilterName>

/** Sorts of the table; the first is the default and goes without a parameter. */
export const sorts = ['-date', 'date', 'delivery', '-total', 'total'] as const

const words: Partial<Record<FilterName, readonly string[]>> = {
  status: orderStatuses,
  payment: paymentStatuses,
  source: orderSources,
  hasDelivery: ['true', 'false'],
  sort: sorts,
}

export interface View {
  name: keyof OrderCounts
  text: TextKey
  filters: Filters
}

const openStatuses = 'Pending,Processing,Shipped,Delivered'

/** The choice of all statuses: an address without filters shows the open orders. */
export const allStatuses = orderStatuses.join(',')

/** The views above the table: each is a set of filters. */
export function viewsOf(now: Date): readonly View[] {
  const tomorrow = bakuDate(new Date(now.getTime() + day))
  return [
    { name: 'open', text: 'ORDERS.OPEN', filters: { status: openStatuses } },
    { name: 'new', text: 'ORDERS.NEW', filters: { status: 'Pending' } },
    {
      name: 'deliveringTomorrow',
      text: 'ORDERS.TOMORROW',
      filters: { status: 'Pending,Processing,Shipped', deliveryFrom: tomorrow, deliveryTo: tomorrow },
    },
    { name: 'unpaid', text: 'ORDERS.UNPAID', filters: { status: openStatuses, payment: 'Pending,Processing,Unpaid' } },
    { name: 'mine', text: 'ORDERS.MINE', filters: { status: openStatuses, assignee: 'me' } },
    { name: 'all', text: 'ORDERS.ALL', filters: { status: allStatuses } },
  ]
}

/** Whether the filters, beside the search and the sort, are those of a view. */
export function isView(filters: Filters, view: View): boolean {
  const sorted = (values: Filters) =>
    JSON.stringify(Object.entries(values).filter(([name]) => name !== 'q' && name !== 'sort').sort())
  return sorted(filters) === sorted(view.filters)
}

/** How many filters are set beside the search and the sort. */
export const countFilters = (filters: Filters): number =>
  Object.keys(filters).filter((name) => name !== 'q' && name !== 'sort').length

/** The filters of the address, and how to change them. */
export function useFilters() {
  const [path, navigate] = useLocation()
  const parsed = parseFilters(useSearch(), names, words)
  const filters: Filters = Object.keys(parsed).some((name) => name !== 'sort') ? parsed : { ...parsed, status: openStatuses }
  const show = (next: Filters) => navigate(path + filtersQuery(next), { replace: true })
  return {
    filters,
    setFilters: (changes: Filters) =>
      show(changedFilters(filters, changes)),
    showView: (view: View) =>
      show({ ...view.filters, ...(filters.q !== undefined && { q: filters.q }), ...(filters.sort !== undefined && { sort: filters.sort }) }),
  }
}
