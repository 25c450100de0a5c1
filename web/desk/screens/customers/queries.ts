import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { desk } from '@desk/api/client'
import type { CustomerRow } from '@desk/api/customers'
import { queryKeys } from '@desk/api/keys'
import type { Filters } from './filters'

const pageSize = 50

export const useCustomers = (filters: Filters) =>
  useInfiniteQuery({
    queryKey: queryKeys.customers(filters as Record<string, string>),
    queryFn: ({ pageParam }) => desk.list<CustomerRow>('customers', { ...filters, limit: pageSize, cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    // Rows move only when the person asks for it: the bar of news says that there is something.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
