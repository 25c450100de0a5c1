import type { Address } from '@/lib/api/types'

/** Where every order goes. Sent as it is; screens show it in the visitor's language. */
export const country = 'Azerbaijan'

export interface CheckoutValues {
  firstName: string
  lastName: string
  email: string
  phone: string
  address: string
  city: string
  state: string
  postalCode: string
}

export const emptyValues: CheckoutValues = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  address: '',
  city: '',
  state: '',
  postalCode: '',
}

/** Split at the first space; without one there is no last name, and it is not guessed. */
export function splitFullName(fullName: string): { firstName: string; lastName: string } {
  const name = fullName.trim()
  const at = name.indexOf(' ')
  return at < 0
    ? { firstName: name, lastName: '' }
    : { firstName: name.slice(0, at), lastName: name.slice(at + 1).trim() }
}

/** Street and apartment in one line. */
export function streetLine(address: Pick<Address, 'streetAddress' | 'apartment'>): string {
  const apartment = address.apartment.trim()
  return apartment === '' ? address.streetAddress : `${address.streetAddress}, ${apartment}`
}

/** What a saved address fills into the form; the e-mail is not its matter. */
export function valuesOfAddress(address: Address): Omit<CheckoutValues, 'email'> {
  return {
    ...splitFullName(address.fullName),
    phone: address.phoneNumber,
    address: streetLine(address),
    city: address.city,
    state: address.state,
    postalCode: address.zipCode,
  }
}

export function defaultAddress(addresses: readonly Address[]): Address | undefined {
  return addresses.find(({ isDefaultShipping }) => isDefaultShipping)
}
