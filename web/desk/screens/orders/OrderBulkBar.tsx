import { Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatWithSign } from '@shared/money'
import { toQepik } from '@shared/price'
import { call } from '@desk/api/client'
import { reload } from '@desk/api/query-client'
import type { OrderRow } from '@desk/api/records'
import { useMay, useMe } from '@desk/api/session'
import { BulkAssign, BulkBar, RefusedDialog } from '@desk/components/BulkBar'
import { useLanguage } from '@desk/i18n/language'
import { orderStatusViews, steps, undoSeconds, type Step } from '@desk/lib/orders'
import { takesOrders, useTeamNames } from '@desk/lib/team'
import { useBulk } from '@desk/lib/use-bulk'
import { useChange } from '@desk/lib/use-change'
import { showToast } from '@shared/toasts'

/** The step that follows each status. */
const following = { Pending: 'Processing', Processing: 'Shipped', Shipped: 'Delivered', Delivered: 'Completed' } as const

type Change = { action: 'status'; to: Step } | { action: 'assign'; to: string | null }

/** Actions for the marked orders. */
export function OrderBulkBar({ rows, onDone }: { rows: readonly OrderRow[]; onDone: () => void }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const me = useMe()
  const mayAssign = useMay('orders.assign')
  const team = useTeamNames()
  const numbers = rows.map(({ orderNumber }) => orderNumber)
  const onChanged = () => void reload('/desk/orders', '/desk/orders/counts', '/desk/orders/{number}')
  const undo = useChange({
    send: (taken: { from: Step; numbers: string[] }, keyFor) => {
      const body = { action: 'undo' as const, ...taken }
      return call('POST', '/desk/orders/bulk', { body, key: keyFor(body) })
    },
    onDone: ({ done, results }) => {
      onChanged()
      showToast({ tone: done === results.length ? 'done' : 'error', text: t('ORDERS.UNDONE', { done, count: results.length }) })
    },
  })
  const { send, isBusy, refused, forgetRefused } = useBulk<Change>({
    text: () => 'BULK.ORDERS',
    path: '/desk/orders/bulk',
    numbers,
    onChanged,
    onDone,
    offer: (change, changed, { undoUntil }) =>
      change.action === 'status' && undoUntil !== null && changed.length > 0
        ? { seconds: undoSeconds, action: { label: t('COMMON.UNDO'), run: () => undo.mutate({ from: change.to, numbers: changed }) } }
        : {},
  })
  const statuses = new Set(rows.map(({ status }) => status))
  const [first] = statuses
  const step = statuses.size === 1 && first !== undefined && first in following ? following[first as keyof typeof following] : null
  const mayStep = step !== null && me.permissions.includes(steps[step].permission)
  const total = rows.reduce((sum, { totalAmount }) => sum + toQepik(totalAmount), 0)
  return (
    <>
      <BulkBar title={t('ORDERS.MARKED', { count: rows.length })} onUnmark={onDone}>
        <span>{formatWithSign(total, language)}</span>
        {mayStep && (
          <button type="button" disabled={isBusy} onClick={() => send({ action: 'status', to: step })}>
            {t(steps[step].text)}
          </button>
        )}
        {mayAssign && <BulkAssign people={team.filter(takesOrders)} disabled={isBusy} onAssign={(to) => send({ action: 'assign', to })} />}
        <a href={`/desk/orders/${numbers.join(',')}/paper/pick`} target="_blank" rel="noreferrer">
          <Printer size={17} strokeWidth={1.5} aria-hidden="true" />
          {t('PAPERS.PICKS')}
        </a>
      </BulkBar>
      {refused.length > 0 && (
        <RefusedDialog
          title={t('ORDERS.REFUSED', { count: refused.length })}
          refused={refused}
          stateOf={(number) => {
            const row = rows.find(({ orderNumber }) => orderNumber === number)
            return row && t(orderStatusViews[row.status].text)
          }}
          onClose={forgetRefused}
        />
      )}
    </>
  )
}
