import * as z from 'zod/mini'
import { email, personName, phone, required } from '@shared/forms/schema'
import type { TextKey } from '@shared/text-key'
import type { CheckoutValues } from './prefill'

/** All fields are required. The country is constant and not validated. */
export const checkoutSchema = z.object({
  firstName: personName(1),
  lastName: personName(1),
  email: email(),
  phone: phone(),
  address: required(),
  city: required(),
  state: required(),
  postalCode: required(),
})

export const checkoutLabels = {
  firstName: 'FORM.FIRST_NAME',
  lastName: 'FORM.LAST_NAME',
  email: 'FORM.EMAIL',
  phone: 'FORM.PHONE',
  address: 'CHECKOUT.ADDRESS',
  city: 'FORM.CITY',
  state: 'FORM.REGION',
  postalCode: 'FORM.POSTAL_CODE',
} as const satisfies Record<keyof CheckoutValues, TextKey>
