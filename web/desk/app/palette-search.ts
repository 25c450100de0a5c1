import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { desk } from '@desk/api/client'
import type { CustomerRow } from '@desk/api/customers'
import type { OrderRow } from '@desk/api/orders'
import { useMe } from '@desk/api/session'
import type { Permission, QuoteRow } from '@desk/api/types'

const maxFound = 5
const shortestQuery = 2

interface Found {
  quotes: readonly QuoteRow[]
  orders: readonly OrderRow[]
  customers: readonly CustomerRow[]
}

/** The first quotes, orders and customers that a number, name, telephone or e-mail finds; of each kind that the person may read. */
export function usePaletteSearch(query: string): Found {
  const { permissions } = useMe()
  const isLongEnough = query.length >= shortestQuery
  const of = <Row>(path: string, permission: Permission) => ({
    queryKey: ['palette', path, query],
    queryFn: () => desk.list<Row>(path, { q: query, limit: maxFound }),
    enabled: isLongEnough && permissions.includes(permission),
    placeholderData: keepPreviousData,
    select: ({ data }: { data: readonly Row[] }) => data,
  })
  const [quotes, orders, customers] = useQueries({
    queries: [of<QuoteRow>('quotes', 'quotes.read'), of<OrderRow>('orders', 'orders.read'), of<CustomerRow>('customers', 'customers.read')],
  })
  if (!isLongEnough) return { quotes: [], orders: [], customers: [] }
  return { quotes: quotes.data ?? [], orders: orders.data ?? [], customers: customers.data ?? [] }
}
