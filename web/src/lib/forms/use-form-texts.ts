import type { TFunction } from 'i18next'
import { get, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ApiError } from '@/lib/api/error'
import type { TextKey } from '@/lib/text-key'

/** What a field may be told, by the forms themselves and by the server. */
const fieldTexts: readonly TextKey[] = [
  'ACCOUNT.DETAILS.CONFIRM_PASSWORD_REQUIRED',
  'ACCOUNT.DETAILS.CURRENT_PASSWORD_REQUIRED',
  'ACCOUNT.DETAILS.NAME_TOO_SHORT',
  'ACCOUNT.DETAILS.NEW_PASSWORD_REQUIRED',
  'ACCOUNT.DETAILS.PASSWORDS_MISMATCH',
  'ACCOUNT.DETAILS.PASSWORD_TOO_SHORT',
  'CONTACT.FORM.INVALID_EMAIL',
  'CONTACT.FORM.INVALID_PHONE',
  'CONTACT.FORM.REQUIRED',
  'FIELD.INVALID',
  'FIELD.REQUIRED',
  'FIELD.TOO_LONG',
  'FIELD.TOO_SHORT',
  'FORM.TOO_LONG',
  'PASSWORD.TOO_COMMON',
  'PASSWORD.TOO_SHORT',
  'PASSWORD.WRONG_CURRENT',
]

/** The sentence for an error of a field; a key that this version does not know still says what to do. */
function errorSentence(t: TFunction, message: string): string {
  return t(fieldTexts.find((key) => key === message) ?? 'FORM.CHECK_FIELD')
}

/** Says what is wrong with a field in the visitor's language. */
export function useFieldError<Values extends FieldValues>(form: UseFormReturn<Values>) {
  const { t } = useTranslation()
  return (name: Path<Values>): string | undefined => {
    const error: unknown = get(form.formState.errors, name)
    if (typeof error !== 'object' || error === null || !('message' in error)) return undefined
    return errorSentence(t, String(error.message))
  }
}

/** `shippingAddress.phone` concerns the form's field `phone`. */
function fieldOf(path: string): string {
  return path.split('.').at(-1) ?? path
}

/** Marks the fields that the server finds wrong; false where none of them is in the form. */
export function markServerErrors<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
  fields: readonly Path<Values>[],
  aliases: Readonly<Record<string, Path<Values>>> = {},
): boolean {
  if (!(error instanceof ApiError)) return false
  let marked = false
  for (const [path, message] of Object.entries(error.errors)) {
    const name = fieldOf(path)
    const field = aliases[name] ?? fields.find((candidate) => candidate === name)
    if (field === undefined) continue
    form.setError(field, { type: 'server', message })
    marked = true
  }
  return marked
}
