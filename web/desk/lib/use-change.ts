import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AttemptKeys } from '@shared/api/attempt'
import { ApiError, hasKey } from '@shared/api/error'
import { errorText } from './errors'
import { closeToast, showToast } from '@shared/toasts'

/** Returns the idempotency key of a body: the same for each attempt until one succeeds. */
export type KeyFor = (body: unknown) => string

interface Options<Input, Answer> {
  send: (input: Input, keyFor: KeyFor) => Promise<Answer>
  onDone: (answer: Answer, input: Input) => unknown
  /** Shows the record that a 409 has as it is now. May return a text to tell in place of the error's own, or null for none. */
  onConflict?: (present: unknown, error: ApiError) => string | null | undefined
}

/** A change on the server. A failure is told as a toast, but for a step-up that was given up. */
export function useChange<Input, Answer>({ send, onDone, onConflict }: Options<Input, Answer>) {
  const { t } = useTranslation()
  const [keys] = useState(() => new AttemptKeys())
  // The error of the last attempt goes with the next one.
  const told = useRef<number | null>(null)
  return useMutation({
    mutationFn: (input: Input) => {
      if (told.current !== null) closeToast(told.current)
      told.current = null
      return send(input, (body) => keys.keyFor(body))
    },
    onSuccess: (answer, input) => {
      keys.finish()
      onDone(answer, input)
    },
    onError: (error) => {
      const hasPresent = error instanceof ApiError && error.status === 409 && error.data !== null
      const text = hasPresent ? onConflict?.(error.data, error) : undefined
      if (text !== null && !hasKey(error, 'DESK.STEP_UP')) told.current = showToast({ tone: 'error', text: text ?? errorText(t, error) })
    },
  })
}
