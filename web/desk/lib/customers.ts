import { useQuery } from '@shared/query/use-query'
import { query } from '@desk/api/client'
import { queryClient, reload } from '@desk/api/query-client'
import type { Customer } from '@desk/api/records'

/** Path of a customer below `/desk`. */
export const customerPath = (id: string) => `/customers/${id}`

/** A customer; without an id nothing is asked for. */
export const useCustomer = (id: string | null) =>
  useQuery({ ...query('/desk/customers/{id}', { path: { id: id ?? '' } }), enabled: id !== null })

/** Shows a customer as a call has answered it. */
export function showCustomer(customer: Customer): void {
  queryClient.setQueryData(query('/desk/customers/{id}', { path: { id: customer.id } }).queryKey, customer)
  void reload('/desk/customers')
}
