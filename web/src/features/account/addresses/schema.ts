import * as z from 'zod/mini'
import type { Address, AddressBody } from '@/lib/api/types'
import { normalizePhone } from '@shared/forms/phone'
import { streetLine } from '@/lib/street-line'
import { maxAddressPart, optional, personName, phone, required } from '@shared/forms/schema'
import type { TextKey } from '@shared/text-key'

export const addressSchema = z
  .object({
    fullName: personName(),
    phoneNumber: phone(),
    streetAddress: required(),
    apartment: optional(),
    city: required(),
    state: required(),
    zipCode: required(),
  })
  .check(({ value, issues }) => {
    // The checkout fills one field with both.
    if (value.apartment === '' || streetLine(value).length <= maxAddressPart) return
    issues.push({ code: 'custom', path: ['apartment'], input: value.apartment, message: 'FIELD.TOO_LONG' })
  })

export type AddressValues = z.infer<typeof addressSchema>

export const addressLabels = {
  fullName: 'FORM.FULL_NAME',
  phoneNumber: 'FORM.PHONE',
  streetAddress: 'FORM.STREET',
  apartment: 'FORM.APARTMENT',
  city: 'FORM.CITY',
  state: 'FORM.REGION',
  zipCode: 'FORM.POSTAL_CODE',
} as const satisfies Record<keyof AddressValues, TextKey>

export function addressValues(address: Address | null): AddressValues {
  return {
    fullName: address?.fullName ?? '',
    phoneNumber: address?.phoneNumber ?? '',
    streetAddress: address?.streetAddress ?? '',
    apartment: address?.apartment ?? '',
    city: address?.city ?? '',
    state: address?.state ?? '',
    zipCode: address?.zipCode ?? '',
  }
}

/** The request body. A separate call makes an address the default. */
export function addressBody(values: AddressValues): AddressBody {
  return {
    ...values,
    phoneNumber: normalizePhone(values.phoneNumber),
    country: 'Azerbaijan',
    isDefaultShipping: false,
    isDefaultBilling: false,
  }
}
