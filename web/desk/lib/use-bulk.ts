import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AttemptKeys } from '@shared/api/attempt'
import { call } from '@desk/api/client'
import type { BulkRow } from '@desk/api/records'
import { errorText } from './errors'
import { showToast } from './toasts'

interface BulkOptions {
  path: '/desk/quotes/bulk' | '/desk/orders/bulk'
  /** Numbers of the marked records. */
  numbers: string[]
  /** Reads what shows these records again. */
  onChanged: () => void
  /** Called when all were changed. */
  onDone: () => void
}

/** Changes the marked records, each by its own rules; `refused` are those that were not changed. */
export function useBulk<Change extends object>({ path, numbers, onChanged, onDone }: BulkOptions) {
  const { t } = useTranslation()
  const [keys] = useState(() => new AttemptKeys())
  const [refused, setRefused] = useState<readonly BulkRow[]>([])
  const { mutate, isPending } = useMutation({
    mutationFn: (change: Change) => {
      const body = { ...change, numbers }
      return call('POST', path, { body, key: keys.keyFor(body) })
    },
    onSuccess: ({ done, results }) => {
      keys.finish()
      onChanged()
      const failed = results.filter(({ ok }) => !ok)
      showToast({ tone: failed.length === 0 ? 'done' : 'error', text: t('BULK.DONE', { done, count: numbers.length }) })
      if (failed.length === 0) onDone()
      else setRefused(failed)
    },
    onError: (error) => showToast({ tone: 'error', text: errorText(t, error) }),
  })
  return { send: mutate, isBusy: isPending, refused, forgetRefused: () => setRefused([]) }
}
