import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { desk } from '@desk/api/client'
import { queryKeys } from '@desk/api/keys'
import type { DeliveryNote, OrderCounts, OrderRow, PickSlip } from '@desk/api/orders'
import type { Filters } from './filters'

const pageSize = 50

export const useOrders = (filters: Filters) =>
  useInfiniteQuery({
    queryKey: queryKeys.orders(filters as Record<string, string>),
    queryFn: ({ pageParam }) => desk.list<OrderRow>('orders', { ...filters, limit: pageSize, cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  })

/** The counts of the views, over all orders. */
export const useOrderCounts = () =>
  useQuery({ queryKey: queryKeys.orderCounts(), queryFn: () => desk.get<OrderCounts>('orders/counts') })

/** A paper as it is now; it is read again for each print. */
export const usePaper = <Kind extends 'pick' | 'delivery'>(number: string, kind: Kind) =>
  useQuery({
    queryKey: queryKeys.paper(number, kind),
    queryFn: () => desk.get<Kind extends 'pick' ? PickSlip : DeliveryNote>(`orders/${number}/paper/${kind}`),
    gcTime: 0,
  })
