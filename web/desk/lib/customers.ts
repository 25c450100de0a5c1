import { useQuery } from '@tanstack/react-query'
import { desk } from '@desk/api/client'
import type { Customer } from '@desk/api/customers'
import { queryKeys } from '@desk/api/keys'

/** Path of a customer below `/desk`. */
export const customerPath = (id: string) => `/customers/${id}`

/** A customer; without an id nothing is asked for. */
export const useCustomer = (id: string | null) =>
  useQuery({
    queryKey: queryKeys.customer(id ?? ''),
    queryFn: () => desk.get<Customer>(`customers/${id ?? ''}`),
    enabled: id !== null,
  })
