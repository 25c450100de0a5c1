import { zodResolver } from '@hookform/resolvers/zod'
import type { ParseKeys, TFunction } from 'i18next'
import { useEffect, useState, type SyntheticEvent } from 'react'
import { get, useForm, type DefaultValues, type FieldValues, type Path, type RegisterOptions } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { $ZodType } from 'zod/v4/core'
import { AttemptKeys } from '../api/attempt'
import { ApiError } from '../api/error'
import { FormDraft } from './form-draft'

/** The texts of an app. */
interface FormTexts {
  /** Text of a field's error key, of the schema or of the server. */
  ofField: (t: TFunction, key: string) => string
  /** Text of a failed submission; empty if there is none. */
  ofFailure: (t: TFunction, failure: Error) => string
  /** Whose the session is, null without one. A draft is only for the session that it was typed in. */
  draftOwner?: () => string | null
}

type Labels<Values> = Readonly<Record<keyof Values, ParseKeys>>

interface Options<Values extends FieldValues, Own> {
  schema: $ZodType<Values, Values>
  defaultValues: NoInfer<Values>
  /** Labels in the order of the fields, for a summary of the errors. It takes the focus instead of the first refused field. */
  labels?: Own
  /** Hides the error of a field that was neither touched nor submitted, for fields that are validated together. */
  touchedOnly?: boolean
  /** Keeps what is typed in this tab under this name until it is sent. Absent, nothing is kept. */
  draft?: string | undefined
  /** The fields that the draft has; by default all. */
  draftFields?: readonly (keyof Values & string)[]
}

/**
 * Sends the values; the key is the same for every attempt with an equal body until one succeeds. Resolves to false if they were
 * refused.
 */
type Send<Values> = (values: Values, keyFor: (body: unknown) => string) => Promise<unknown>

/** Last segment of a server path: `shippingAddress.phone` is the form's field `phone`. */
const fieldName = (path: string): string => path.split('.').at(-1) ?? path

/** Returns the hook of an app's forms. */
export function makeServerForm(texts: FormTexts) {
  /** A form validated by a schema: the errors of its fields, the errors of the server, and the state of the submission. */
  return function useServerForm<Values extends FieldValues, Own extends Labels<Values> | undefined = undefined>(
    options: Options<Values, Own>,
  ) {
    const { schema, labels, defaultValues, touchedOnly = false, draftFields } = options
    const { t } = useTranslation()
    const [keys] = useState(() => new AttemptKeys())
    const [failed, setFailed] = useState<{ failure: Error; isOfFields: boolean } | null>(null)
    const [draft] = useState(() => {
      const owner = texts.draftOwner ?? (() => null)
      return options.draft === undefined ? null : new FormDraft(options.draft, owner, draftFields ?? Object.keys(defaultValues))
    })
    const [initial] = useState(() => ({ ...defaultValues, ...draft?.values }))
    const form = useForm<Values>({
      resolver: zodResolver(schema),
      mode: 'onTouched',
      shouldFocusError: labels === undefined,
      defaultValues: initial as DefaultValues<Values>,
    })
    const { subscribe } = form
    useEffect(
      () =>
        draft === null
          ? undefined
          : subscribe({
              formState: { values: true },
              callback: ({ values, name, type }) => draft.keep(values, type === 'change' ? name : undefined),
            }),
      [draft, subscribe],
    )
    const { errors, isSubmitting, submitCount } = form.formState
    const names = Object.keys(labels ?? defaultValues) as Path<Values>[]
    const labelOf = (name: Path<Values>) => (labels === undefined ? '' : t(labels[name]))

    const errorOf = (name: Path<Values>): string | undefined => {
      const error: unknown = get(errors, name)
      if (typeof error !== 'object' || error === null || !('message' in error)) return undefined
      if (touchedOnly && submitCount === 0 && get(form.formState.touchedFields, name) !== true) return undefined
      return texts.ofField(t, String(error.message))
    }

    const markErrors = (error: unknown): boolean => {
      if (!(error instanceof ApiError)) return false
      const refused = Object.entries(error.errors).map(([path, message]) => ({ name: fieldName(path), message }))
      const marked = refused.flatMap(({ name: last, message }) => {
        const name = names.find((candidate) => candidate === last)
        return name === undefined ? [] : [{ name, message }]
      })
      for (const [at, { name, message }] of marked.entries()) {
        form.setError(name, { type: 'server', message }, { shouldFocus: labels === undefined && at === 0 })
      }
      return marked.length > 0 && marked.length === refused.length
    }

    return {
      form,
      /** Empties the form. */
      reset: () => form.reset(defaultValues),
      isBusy: isSubmitting,
      /** Error of the last submission, until the next one. */
      failure: failed?.failure ?? null,
      /** Its text, unless each of its errors belongs to a field. */
      failureText: failed === null || failed.isOfFields ? undefined : texts.ofFailure(t, failed.failure),
      /** Marks the fields that the server rejected. Returns whether each error belongs to a field. */
      markErrors,
      /** Props of an input: registration, error, and label if the form has labels. */
      field: (name: Path<Values>, rules?: RegisterOptions<Values, Path<Values>>) => ({
        ...form.register(name, rules),
        error: errorOf(name),
        ...((labels !== undefined && { label: labelOf(name) }) as Own extends undefined ? object : { label: string }),
      }),
      /** Props of the summary; `fallback` is shown when there is no text of a failure. */
      summary: (fallback: string) => ({
        failure: failed === null ? undefined : texts.ofFailure(t, failed.failure) || fallback,
        errors: names.flatMap((name) => {
          const text = errorOf(name)
          return text === undefined ? [] : [{ name, label: labelOf(name), text }]
        }),
        attempt: submitCount,
        onPick: form.setFocus as (name: Path<Values>) => void,
      }),
      /** Handles the form's submit event. */
      submit: (send: Send<Values>) => {
        const handle = form.handleSubmit(async (values) => {
          try {
            if ((await send(values, (body) => keys.keyFor(body))) === false) return
            keys.finish()
            draft?.clear()
          } catch (error) {
            setFailed({ failure: error instanceof Error ? error : new Error(String(error)), isOfFields: markErrors(error) })
          }
        })
        return (event: SyntheticEvent) => {
          setFailed(null)
          return handle(event)
        }
      },
    }
  }
}
