import { queryOptions } from '@tanstack/react-query'
import type { Schemas } from '@shared/api/contract'
import { call } from './client'

/** An order as the page of its link shows it, without a session. */
export type LinkedOrder = Schemas['LinkedOrder']

/** The order of a link's token; asked again when the customer comes back to the page, for its steps. */
export const linkedOrderQuery = (token: string) =>
  queryOptions({
    queryKey: ['linked-order', token],
    queryFn: ({ signal }) => call('POST', '/orders/view', { body: { token }, signal }),
    enabled: token !== '',
    refetchOnWindowFocus: true,
  })
