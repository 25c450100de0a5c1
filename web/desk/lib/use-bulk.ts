import { useMutation, type QueryKey } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AttemptKeys } from '@shared/api/attempt'
import type { BulkResult } from '@desk/api/bulk'
import { desk } from '@desk/api/client'
import { queryClient } from '@desk/api/query-client'
import { errorText } from './errors'
import { showToast } from './toasts'

interface BulkOptions {
  path: 'quotes/bulk' | 'orders/bulk'
  /** Numbers of the marked records. */
  numbers: readonly string[]
  /** Queries that show these records. */
  queryKeys: readonly QueryKey[]
  /** Called when all were changed. */
  onDone: () => void
}

/** Changes the marked records, each by its own rules; `refused` are those that were not changed. */
export function useBulk<Change extends object>({ path, numbers, queryKeys, onDone }: BulkOptions) {
  const { t } = useTranslation()
  const [keys] = useState(() => new AttemptKeys())
  const [refused, setRefused] = useState<BulkResult['results']>([])
  const { mutate, isPending } = useMutation({
    mutationFn: (change: Change) => {
      const body = { ...change, numbers }
      return desk.send<BulkResult>('POST', path, { body, key: keys.keyFor(body) })
    },
    onSuccess: ({ done, results }) => {
      keys.finish()
      for (const queryKey of queryKeys) void queryClient.invalidateQueries({ queryKey })
      const failed = results.filter(({ ok }) => !ok)
      showToast({ tone: failed.length === 0 ? 'done' : 'error', text: t('BULK.DONE', { done, count: numbers.length }) })
      if (failed.length === 0) onDone()
      else setRefused(failed)
    },
    onError: (error) => showToast({ tone: 'error', text: errorText(t, error) }),
  })
  return { send: mutate, isBusy: isPending, refused, forgetRefused: () => setRefused([]) }
}
