import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { get, useForm, type DefaultValues, type FieldValues, type Path } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import type { $ZodType } from 'zod/v4/core'
import { ApiError } from '@shared/api/error'
import { AttemptKeys } from '@shared/api/attempt'
import { isName, normalizeName } from '@shared/forms/name'
import { parsePhone } from '@shared/forms/phone'
import { errorText, keyText } from './errors'

// The content security policy forbids `new Function`.
z.config({ jitless: true })

/** Schemas fail with the keys that the gateway uses, so that one table has their texts. */
export const required = (max: number) =>
  z.string().check(z.trim(), z.minLength(1, 'FIELD.REQUIRED'), z.maxLength(max, 'FIELD.TOO_LONG'))

export const optional = (max: number) => z.string().check(z.trim(), z.maxLength(max, 'FIELD.TOO_LONG'))

/** The name of a person, or nothing. */
export const optionalName = () =>
  z.string().check(
    z.overwrite(normalizeName),
    z.maxLength(100, 'FIELD.TOO_LONG'),
    z.refine<string>((name) => name === '' || isName(name), 'FIELD.INVALID'),
  )

export const name = (min = 1) => optionalName().check(z.minLength(1, 'FIELD.REQUIRED'), z.minLength(min, 'FIELD.TOO_SHORT'))

export const personName = () => name(2)

export const email = () =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'FIELD.REQUIRED'),
      z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'CONTACT.FORM.INVALID_EMAIL'),
      z.maxLength(254, 'FIELD.TOO_LONG'),
    )

/** A phone number or nothing. */
export const optionalPhone = () =>
  z.string().check(
    z.trim(),
    z.maxLength(30, 'FIELD.TOO_LONG'),
    z.refine<string>((value) => value === '' || parsePhone(value) !== null, 'CONTACT.FORM.INVALID_PHONE'),
  )

export const newPassword = () =>
  z
    .string()
    .check(z.minLength(1, 'FIELD.REQUIRED'), z.minLength(8, 'PASSWORD.TOO_SHORT'), z.maxLength(128, 'FIELD.TOO_LONG'))

export const password = () => z.string().check(z.minLength(1, 'FIELD.REQUIRED'), z.maxLength(128, 'FIELD.TOO_LONG'))

export { z }

interface Options<Values extends FieldValues> {
  schema: $ZodType<Values, Values>
  defaultValues: Values
}

/** A form validated by a schema, with the refusals of the gateway at its fields. */
export function useDeskForm<Values extends FieldValues>({ schema, defaultValues }: Options<Values>) {
  const { t } = useTranslation()
  const [keys] = useState(() => new AttemptKeys())
  const [failure, setFailure] = useState<unknown>(null)
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    defaultValues: defaultValues as DefaultValues<Values>,
  })
  const names = Object.keys(defaultValues) as Path<Values>[]
  const { errors, isSubmitting } = form.formState

  /** Marks the refused fields; returns whether each error belongs to a field. */
  const markErrors = (error: unknown): boolean => {
    if (!(error instanceof ApiError)) return false
    const entries = Object.entries(error.errors)
    let marked = 0
    for (const [path, message] of entries) {
      const name = names.find((candidate) => candidate === path)
      if (name === undefined) continue
      form.setError(name, { type: 'server', message }, { shouldFocus: marked === 0 })
      marked += 1
    }
    return marked > 0 && marked === entries.length
  }

  return {
    form,
    isBusy: isSubmitting,
    /** Props of an input: its registration and its error. */
    field: (name: Path<Values>) => {
      const error: unknown = get(errors, name)
      const key = typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : undefined
      return {
        ...form.register(name),
        error: key === undefined ? undefined : (keyText(t, key) ?? t('ERRORS.INVALID')),
      }
    },
    /** Text of the last failure that is about no field. */
    failure: failure === null ? undefined : errorText(t, failure),
    /** Handles the submission; the key is the same for each attempt with an equal body until one succeeds. */
    submit: (send: (values: Values, keyFor: (body: unknown) => string) => Promise<void>) =>
      form.handleSubmit(async (values) => {
        setFailure(null)
        try {
          await send(values, (body) => keys.keyFor(body))
          keys.finish()
        } catch (error) {
          if (!markErrors(error)) setFailure(error)
        }
      }),
  }
}
