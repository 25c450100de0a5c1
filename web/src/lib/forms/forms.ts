import { serverMessage } from '@shared/api/error'
import { makeServerForm } from '@shared/forms/server-form'
import { sessionMark } from '@/lib/session'
import type { TextKey } from '@shared/text-key'

/** Errors of fields, of the schemas and of the server. */
const fieldTexts: readonly TextKey[] = [
  'ACCOUNT.DETAILS.CONFIRM_PASSWORD_REQUIRED',
  'ACCOUNT.DETAILS.CURRENT_PASSWORD_REQUIRED',
  'ACCOUNT.DETAILS.NEW_PASSWORD_REQUIRED',
  'ACCOUNT.DETAILS.PASSWORDS_MISMATCH',
  'CONTACT.FORM.INVALID_EMAIL',
  'CONTACT.FORM.INVALID_PHONE',
  'FIELD.INVALID',
  'FIELD.REQUIRED',
  'FIELD.TOO_LONG',
  'FIELD.TOO_SHORT',
  'PASSWORD.PERSONAL',
  'PASSWORD.STAFF_TOO_SHORT',
  'PASSWORD.TOO_COMMON',
  'PASSWORD.TOO_SHORT',
  'PASSWORD.WRONG_CURRENT',
  'QUOTE.IMPOSSIBLE',
  'QUOTE.NICHE_SMALL',
  'QUOTE.NOT_NUMBER',
]

export const useServerForm = makeServerForm({
  ofField: (t, key) => t(fieldTexts.find((text) => text === key) ?? 'FORM.CHECK_FIELD'),
  ofFailure: (_, failure) => serverMessage(failure),
  draftOwner: sessionMark,
})
