import type { Address } from '@/lib/api/types'

/** Joins street and apartment, as an order has them. */
export function streetLine(address: Pick<Address, 'streetAddress' | 'apartment'>): string {
  const apartment = address.apartment.trim()
  return apartment === '' ? address.streetAddress : `${address.streetAddress}, ${apartment}`
}
