import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '@desk/api/client'
import type { BulkRow } from '@desk/api/records'
import { showToast } from '@shared/toasts'
import { useChange } from './use-change'

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
  const [refused, setRefused] = useState<readonly BulkRow[]>([])
  const { mutate, isPending } = useChange({
    send: (change: Change, keyFor) => {
      const body = { ...change, numbers }
      return call('POST', path, { body, key: keyFor(body) })
    },
    onDone: ({ done, results }) => {
      onChanged()
      const failed = results.filter(({ ok }) => !ok)
      showToast({ tone: failed.length === 0 ? 'done' : 'error', text: t('BULK.DONE', { done, count: numbers.length }) })
      if (failed.length === 0) onDone()
      else setRefused(failed)
    },
  })
  return { send: mutate, isBusy: isPending, refused, forgetRefused: () => setRefused([]) }
}
