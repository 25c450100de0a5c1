import { keepPreviousData } from '@tanstack/react-query'
import { useQuery } from '@shared/query/use-query'
import { query } from '@desk/api/client'
import type { CustomerRow, OrderRow, ProductRow, QuoteRow } from '@desk/api/records'
import { useMe } from '@desk/api/session'
import type { Permission } from '@desk/api/words'

const maxFound = 5
const shortestQuery = 2

interface Found {
  quotes: readonly QuoteRow[]
  orders: readonly OrderRow[]
  customers: readonly CustomerRow[]
  products: readonly ProductRow[]
}

/** The first quotes, orders, customers and products that a number, code, name, telephone or e-mail finds; of each kind that the person may read. */
export function usePaletteSearch(text: string): Found {
  const { permissions } = useMe()
  const isLongEnough = text.length >= shortestQuery
  const asked = { query: { q: text, limit: maxFound } }
  const options = (permission: Permission) => ({
    enabled: isLongEnough && permissions.includes(permission),
    placeholderData: keepPreviousData,
  })
  const quotes = useQuery({ ...query('/desk/quotes', asked), ...options('quotes.read') })
  const orders = useQuery({ ...query('/desk/orders', asked), ...options('orders.read') })
  const customers = useQuery({ ...query('/desk/customers', asked), ...options('customers.read') })
  const products = useQuery({ ...query('/desk/products', asked), ...options('products.read') })
  if (!isLongEnough) return { quotes: [], orders: [], customers: [], products: [] }
  return {
    quotes: quotes.data?.data ?? [],
    orders: orders.data?.data ?? [],
    customers: customers.data?.data ?? [],
    products: products.data?.data ?? [],
  }
}
