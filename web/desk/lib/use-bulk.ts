import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '@desk/api/client'
import type { BulkRow } from '@desk/api/records'
import type { Schemas } from '@shared/api/contract'
import { showToast, type Toast } from '@shared/toasts'
import { ofThem } from './of-them'
import { useLanguage } from '@desk/i18n/language'
import { useChange } from './use-change'

type Answer = Schemas['BulkResult'] & Partial<Pick<Schemas['ChangedOrders'], 'undoUntil'>>

interface BulkOptions<Change> {
  path: '/desk/quotes/bulk' | '/desk/orders/bulk'
  /** Numbers of the marked records. */
  numbers: string[]
  /** Reads what shows these records again. */
  onChanged: () => void
  /** Called when all were changed. */
  onDone: () => void
  /** Text of the message, with `done` of `count`. */
  text: (change: Change) => 'BULK.CLOSED' | 'BULK.ORDERS' | 'BULK.QUOTES'
  /** The action of the message about these changed records, and the seconds in which it is possible. */
  offer?: (change: Change, changed: string[], answer: Answer) => Pick<Toast, 'action' | 'seconds'>
}

/** Changes the marked records, each by its own rules; `refused` are those that were not changed. */
export function useBulk<Change extends object>({ path, numbers, onChanged, onDone, text, offer }: BulkOptions<Change>) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [refused, setRefused] = useState<readonly BulkRow[]>([])
  const { mutate, isPending } = useChange({
    send: (change: Change, keyFor) => {
      const body = { ...change, numbers }
      return call('POST', path, { body, key: keyFor(body) })
    },
    onDone: (answer: Answer, change) => {
      const { done, results } = answer
      onChanged()
      const failed = results.filter(({ ok }) => !ok)
      const changed = results.filter(({ ok }) => ok).map(({ number }) => number)
      showToast({
        tone: failed.length === 0 ? 'done' : 'error',
        text: t(text(change), { done: ofThem(done, language), count: results.length }),
        ...offer?.(change, changed, answer),
      })
      if (failed.length === 0) onDone()
      else setRefused(failed)
    },
  })
  return { send: mutate, isBusy: isPending, refused, forgetRefused: () => setRefused([]) }
}
