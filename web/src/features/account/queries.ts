import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '@/lib/api/client'
import { accountKey } from '@/lib/api/query-client'

const reloadOnEntry = { staleTime: 0, refetchOnMount: 'always' } as const

export const dashboardQuery = queryOptions({
  queryKey: [accountKey, 'dashboard'],
  queryFn: async ({ signal }) => (await unwrap(api.GET('/api/v1.0/account/dashboard', { signal }))).data,
  ...reloadOnEntry,
})

export interface OrderFilter {
  page: number
  limit: number
  status: string | null
  search: string
}

export function ordersQuery({ page, limit, status, search }: OrderFilter) {
  return queryOptions({
    queryKey: [accountKey, 'orders', page, limit, status, search],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/v1.0/account/orders', {
          signal,
          params: { query: { page, limit, ...(status !== null && { status }), ...(search !== '' && { search }) } },
        }),
      ),
    placeholderData: keepPreviousData,
    ...reloadOnEntry,
  })
}
