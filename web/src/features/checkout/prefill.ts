import type { Address } from '@/lib/api/types'
import { streetLine } from '@/lib/street-line'

/** The country of every order, as the API takes it; screens show it in the visitor's language. */
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

/** Splits a name at the first space; without a space the last name is empty. */
export function splitFullName(fullName: string): { firstName: string; lastName: string } {
  const name = fullName.trim()
  const at = name.indexOf(' ')
  return at < 0 ? { firstName: name, lastName: '' } : { firstName: name.slice(0, at), lastName: name.slice(at + 1).trim() }
}

/** The form's values of a saved address, which has no e-mail. */
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

/** Whether none of the fields that only an address has is filled. */
export function isAddressEmpty({ address, city, state, postalCode }: CheckoutValues): boolean {
  return [address, city, state, postalCode].every((value) => value.trim() === '')
}

export function defaultAddress(addresses: readonly Address[]): Address | undefined {
  return addresses.find(({ isDefaultShipping }) => isDefaultShipping)
}
