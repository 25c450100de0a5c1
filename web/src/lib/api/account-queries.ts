import { query } from './client'

/** The visitor's data are fetched again on each mount. */
export const ownData = { staleTime: 0, refetchOnMount: 'always' } as const

export const detailsQuery = { ...query('/account/details'), ...ownData }

export const addressesQuery = { ...query('/account/addresses'), ...ownData }

/** One order with its history. */
export const orderQuery = (id: string) => ({ ...query('/account/orders/{id}', { path: { id } }), ...ownData })
