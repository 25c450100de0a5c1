import * as z from 'zod/mini'
import { personName } from '@shared/forms/schema'
import type { DetailsChange } from '@/lib/api/types'
import { passwordProblems } from './password-problems'

export const detailsSchema = z
  .object({
    name: personName(),
    lastname: personName(),
    currentPassword: z.string(),
    newPassword: z.string(),
    confirmPassword: z.string(),
  })
  .check((context) => {
    for (const [field, message] of Object.entries(passwordProblems(context.value))) {
      context.issues.push({ code: 'custom', path: [field], message, input: context.value, continue: true })
    }
  })

export type DetailsValues = z.infer<typeof detailsSchema>

/** The request body; with the passwords if both the current and the new one are filled. */
export function detailsChange({ name, lastname, currentPassword, newPassword }: DetailsValues): DetailsChange {
  return currentPassword !== '' && newPassword !== '' ? { name, lastname, currentPassword, newPassword } : { name, lastname }
}
