import { useQuery } from '@shared/query/use-query'
import { query } from '@desk/api/client'

/** Path of a customer below `/desk`. */
export const customerPath = (id: string) => `/customers/${id}`

/** A customer; without an id nothing is asked for. */
export const useCustomer = (id: string | null) =>
  useQuery({ ...query('/desk/customers/{id}', { path: { id: id ?? '' } }), enabled: id !== null })
