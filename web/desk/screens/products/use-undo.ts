import { useTranslation } from 'react-i18next'
import { showToast, type Toast } from '@shared/toasts'
import { call } from '@desk/api/client'
import { reload } from '@desk/api/query-client'
import type { ProductBulk } from '@desk/api/records'
import { useChange } from '@desk/lib/use-change'

/** Seconds in which a message offers to take a change of several products back. */
const undoSeconds = 30

/** Returns the action of a message that takes a change back; rows that somebody changed since keep what they are. */
export function useProductUndo(): (undo: ProductBulk | null) => Pick<Toast, 'action' | 'seconds'> {
  const { t } = useTranslation()
  const undo = useChange({
    send: (body: ProductBulk, keyFor) => call('POST', '/desk/products/bulk', { body, key: keyFor(body) }),
    onDone: ({ done, results }) => {
      void reload('/desk/products', '/desk/products/{code}', '/desk/products/{code}/prices')
      showToast({ tone: done === results.length ? 'done' : 'error', text: t('SHEET.UNDONE', { done, count: results.length }) })
    },
  })
  return (body) => (body === null ? {} : { seconds: undoSeconds, action: { label: t('COMMON.UNDO'), run: () => undo.mutate(body) } })
}
