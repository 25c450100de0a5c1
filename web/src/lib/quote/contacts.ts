import type { Address, Details } from '@/lib/api/types'

/** Whom the shop calls. */
export interface Contacts {
  name: string
  surname: string
  phone: string
  email: string
}

export const noContacts: Contacts = { name: '', surname: '', phone: '', email: '' }

export const contactNames = ['name', 'surname', 'phone', 'email'] as const satisfies readonly (keyof Contacts)[]

/** Draft of the contacts, which all forms of a request share. */
export const contactDraft = 'request'

/** The contacts of an account, with the phone of the default address. */
export function contactsOfAccount(details: Details, addresses: readonly Address[]): Contacts {
  const address = addresses.find(({ isDefaultShipping }) => isDefaultShipping)
  return { name: details.name, surname: details.lastname, phone: address?.phoneNumber ?? '', email: details.email }
}
