import { maxPassword, minPassword } from '@shared/forms/schema'
import type { TextKey } from '@shared/text-key'

interface PasswordValues {
  currentPassword: string
  newPassword: string
  confirmPassword: string
}

/** Returns an error for each invalid password field. All three are required if one is filled. */
export function passwordProblems(values: PasswordValues): Partial<Record<keyof PasswordValues, TextKey>> {
  const { currentPassword, newPassword, confirmPassword } = values
  if (currentPassword === '' && newPassword === '' && confirmPassword === '') return {}
  const problems: Partial<Record<keyof PasswordValues, TextKey>> = {}
  if (currentPassword === '') problems.currentPassword = 'ACCOUNT.DETAILS.CURRENT_PASSWORD_REQUIRED'
  if (newPassword === '') problems.newPassword = 'ACCOUNT.DETAILS.NEW_PASSWORD_REQUIRED'
  else if (newPassword.length < minPassword) problems.newPassword = 'PASSWORD.TOO_SHORT'
  else if (newPassword.length > maxPassword) problems.newPassword = 'FIELD.TOO_LONG'
  if (confirmPassword === '') problems.confirmPassword = 'ACCOUNT.DETAILS.CONFIRM_PASSWORD_REQUIRED'
  else if (confirmPassword !== newPassword) problems.confirmPassword = 'ACCOUNT.DETAILS.PASSWORDS_MISMATCH'
  return problems
}
