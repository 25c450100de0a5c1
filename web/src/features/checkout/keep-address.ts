import type { QueryClient } from '@tanstack/react-query'
import { addressesQuery } from '@/lib/api/account-queries'
import { call } from '@/lib/api/client'
import { normalizePhone } from '@shared/forms/phone'
import { country, type CheckoutValues } from './prefill'

/** Saves the address and the phone of the first order, so that the next one begins with them. */
export async function keepFirstAddress(client: QueryClient, values: CheckoutValues): Promise<void> {
  if (client.getQueryData(addressesQuery.queryKey)?.length !== 0) return
  const { firstName, lastName, phone, address, city, state, postalCode } = values
  const body = {
    fullName: `${firstName} ${lastName}`,
    phoneNumber: normalizePhone(phone),
    streetAddress: address,
    apartment: '',
    city,
    state,
    zipCode: postalCode,
    country,
    isDefaultShipping: false,
    isDefaultBilling: false,
  }
  await call('POST', '/account/addresses', { body })
  await client.invalidateQueries({ queryKey: addressesQuery.queryKey })
}
