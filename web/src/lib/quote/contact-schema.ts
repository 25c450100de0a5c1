import * as z from 'zod/mini'
import { email, personName, phone } from '@shared/forms/schema'
import type { TextKey } from '@shared/text-key'
import type { Contacts } from './contacts'

/** The four fields that every request needs. */
export const contactFields = {
  name: personName(1),
  surname: personName(1),
  phone: phone(),
  email: email(),
}

export const contactSchema = z.object(contactFields)

export const contactLabels = {
  name: 'FORM.FIRST_NAME',
  surname: 'FORM.LAST_NAME',
  phone: 'FORM.PHONE',
  email: 'FORM.EMAIL',
} as const satisfies Record<keyof Contacts, TextKey>
