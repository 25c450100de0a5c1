import { keepPreviousData } from '@tanstack/react-query'
import { ownData } from '@/lib/api/account-queries'
import { query } from '@/lib/api/client'

export const dashboardQuery = { ...query('/account/dashboard'), ...ownData }

interface OrderFilter {
  page: number
  limit: number
  status: string | null
  search: string
}

export const ordersQuery = ({ page, limit, status, search }: OrderFilter) => ({
  ...query('/account/orders', { query: { page, limit, ...(status !== null && { status }), ...(search !== '' && { search }) } }),
  placeholderData: keepPreviousData,
  ...ownData,
})

const quotesPerPage = 5

export const quotesQuery = (page: number) => ({
  ...query('/account/quotes', { query: { page, limit: quotesPerPage } }),
  placeholderData: keepPreviousData,
  ...ownData,
})

export const quoteQuery = (number: string) => ({ ...query('/account/quotes/{number}', { path: { number } }), ...ownData })
