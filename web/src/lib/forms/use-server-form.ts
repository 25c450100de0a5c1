import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { get, useForm, type DefaultValues, type FieldValues, type Path, type RegisterOptions } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { $ZodType } from 'zod/v4/core'
import { AttemptKeys } from '@shared/api/attempt'
import { ApiError, serverMessage } from '@shared/api/error'
import type { TextKey } from '@/lib/text-key'

/** Messages of field errors, of the schemas and of the server. */
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
  'QUOTE.IMPOSSIBLE',
  'QUOTE.NOT_NUMBER',
]

/** Last segment of a server path: `shippingAddress.phone` is the form's field `phone`. */
function fieldName(path: string): string {
  return path.split('.').at(-1) ?? path
}

interface Options<Values extends FieldValues> {
  schema: $ZodType<Values, Values>
  /** Labels in the order of the fields. */
  labels: Readonly<Record<keyof Values, TextKey>>
  defaultValues: Values
  /** Hides the error of a field that was neither touched nor submitted, for fields that are validated together. */
  touchedOnly?: boolean
}

/** Sends the values; the header is the same for every attempt with an equal body until one succeeds. */
type Send<Values> = (
  values: Values,
  idempotencyKey: (body: unknown) => string,
) => Promise<void>

/** A form validated by a schema: the errors of its fields, the errors of the server, and the state of the submission. */
export function useServerForm<Values extends FieldValues>(options: Options<Values>) {
  const { schema, labels, defaultValues, touchedOnly = false } = options
  const { t } = useTranslation()
  const [keys] = useState(() => new AttemptKeys())
  const [failure, setFailure] = useState<Error | null>(null)
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    shouldFocusError: false,
    defaultValues: defaultValues as DefaultValues<Values>,
  })
  const { errors, submitCount } = form.formState
  const names = Object.keys(labels) as Path<Values>[]

  const errorOf = (name: Path<Values>): string | undefined => {
    const error: unknown = get(errors, name)
    if (typeof error !== 'object' || error === null || !('message' in error)) return undefined
    if (touchedOnly && submitCount === 0 && get(form.formState.touchedFields, name) !== true) return undefined
    return t(fieldTexts.find((key) => key === error.message) ?? 'FORM.CHECK_FIELD')
  }

  const markErrors = (error: unknown) => {
    if (!(error instanceof ApiError)) return
    for (const [path, message] of Object.entries(error.errors)) {
      const name = names.find((candidate) => candidate === fieldName(path))
      if (name !== undefined) form.setError(name, { type: 'server', message })
    }
  }

  return {
    form,
    /** Error of the last submission, until the next one. */
    failure,
    clearFailure: () => setFailure(null),
    /** Marks the fields that the server rejected. */
    markErrors,
    /** Props of an input: registration, label and error. */
    field: (name: Path<Values>, rules?: RegisterOptions<Values, Path<Values>>) => ({
      ...form.register(name, rules),
      label: t(labels[name]),
      error: errorOf(name),
    }),
    /** Props of `FormErrors`; `fallback` is shown when the server sent no message. */
    summary: (fallback: string) => ({
      failure: failure === null ? undefined : serverMessage(failure) || fallback,
      errors: names.flatMap((name) => {
        const text = errorOf(name)
        return text === undefined ? [] : [{ name, label: t(labels[name]), text }]
      }),
      attempt: submitCount,
      onPick: form.setFocus as (name: Path<Values>) => void,
    }),
    /** Handles the form's submit event. */
    submit: (send: Send<Values>) =>
      form.handleSubmit(async (values) => {
        setFailure(null)
        try {
          await send(values, (body) => keys.keyFor(body))
          keys.finish()
        } catch (error) {
          markErrors(error)
          setFailure(error instanceof Error ? error : new Error(String(error)))
        }
      }),
  }
}
