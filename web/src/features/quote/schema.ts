import * as z from 'zod/mini'
import { email, maxName, phone, requiredText } from '@/lib/forms/schema'
import type { TextKey } from '@/lib/text-key'

export const quoteSchema = z.object({
  name: requiredText(maxName),
  surname: requiredText(maxName),
  phone: phone(),
  email: email(),
})

export type QuoteValues = z.infer<typeof quoteSchema>

export const quoteLabels = {
  name: 'FORM.FIRST_NAME',
  surname: 'FORM.LAST_NAME',
  phone: 'FORM.PHONE',
  email: 'FORM.EMAIL',
} as const satisfies Record<keyof QuoteValues, TextKey>
