import { useMutation } from '@tanstack/react-query'
import { Printer, UserRoundPlus, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AttemptKeys } from '@shared/api/attempt'
import { formatWithSign } from '@shared/money'
import { toQepik } from '@shared/price'
import { desk } from '@desk/api/client'
import type { BulkResult, OrderRow } from '@desk/api/orders'
import { queryClient } from '@desk/api/query-client'
import { useMay, useMe } from '@desk/api/session'
import { Button } from '@desk/components/Button'
import { Dialog } from '@desk/components/Dialog'
import { Menu, MenuItem } from '@desk/components/Menu'
import { Avatar } from '@desk/components/Parts'
import { useLanguage } from '@desk/i18n/language'
import { errorText, keyText } from '@desk/lib/errors'
import { orderStatusViews, steps, type Step } from '@desk/lib/orders'
import { takesOrders, useTeamNames } from '@desk/lib/team'
import { showToast } from '@desk/lib/toasts'
import styles from './Orders.module.css'

/** The step that follows each status. */
const following = { Pending: 'Processing', Processing: 'Shipped', Shipped: 'Delivered', Delivered: 'Completed' } as const

type Bulk = { action: 'status'; to: Step } | { action: 'assign'; to: string | null }

/** What can be done with the marked orders. Each is judged by its own rules, and what was refused is listed. */
export function BulkBar({ rows, onDone }: { rows: readonly OrderRow[]; onDone: () => void }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const me = useMe()
  const mayAssign = useMay('orders.assign')
  const team = useTeamNames()
  const [keys] = useState(() => new AttemptKeys())
  const [refused, setRefused] = useState<BulkResult['results']>([])
  const send = useMutation({
    mutationFn: (bulk: Bulk) => {
      const body = { ...bulk, numbers: rows.map(({ orderNumber }) => orderNumber) }
      return desk.send<BulkResult>('POST', 'orders/bulk', { body, key: keys.keyFor(body) })
    },
    onSuccess: ({ done, results }) => {
      keys.finish()
      void queryClient.invalidateQueries({ queryKey: ['orders'] })
      const failed = results.filter(({ ok }) => !ok)
      showToast({ tone: failed.length === 0 ? 'done' : 'error', text: t('ORDERS.BULK_DONE', { done, count: rows.length }) })
      if (failed.length === 0) onDone()
      else setRefused(failed)
    },
    onError: (error) => showToast({ tone: 'error', text: errorText(t, error) }),
  })
  const statuses = new Set(rows.map(({ status }) => status))
  const [first] = statuses
  const step = statuses.size === 1 && first !== undefined && first in following ? following[first as keyof typeof following] : null
  const mayStep = step !== null && me.permissions.includes(steps[step].permission)
  const total = rows.reduce((sum, { totalAmount }) => sum + toQepik(totalAmount), 0)
  return (
    <>
      <div className={styles.bulk} role="region" aria-label={t('ORDERS.MARKED', { count: rows.length })}>
        <span>
          <b>{t('ORDERS.MARKED', { count: rows.length })}</b> <span className={styles.bulkSum}>{formatWithSign(total, language)}</span>
        </span>
        {mayStep && (
          <button type="button" disabled={send.isPending} onClick={() => send.mutate({ action: 'status', to: step })}>
            {t(steps[step].text)}
          </button>
        )}
        {mayAssign && (
          <Menu
            trigger={
              <button type="button" disabled={send.isPending}>
                <UserRoundPlus size={17} strokeWidth={1.5} aria-hidden="true" />
                {t('ORDERS.ASSIGN')}
              </button>
            }
          >
            {team
              .filter(takesOrders)
              .map((person) => (
                <MenuItem key={person.id} onPick={() => send.mutate({ action: 'assign', to: person.id })}>
                  <Avatar person={person} isOwn={person.id === me.id} />
                  {person.name}
                </MenuItem>
              ))}
          </Menu>
        )}
        <a href={`/desk/orders/${rows.map(({ orderNumber }) => orderNumber).join(',')}/paper/pick`} target="_blank" rel="noreferrer">
          <Printer size={17} strokeWidth={1.5} aria-hidden="true" />
          {t('PAPERS.PICKS')}
        </a>
        <button type="button" aria-label={t('ORDERS.UNMARK')} onClick={onDone}>
          <X size={17} strokeWidth={1.5} aria-hidden="true" />
        </button>
      </div>
      {refused.length > 0 && (
        <Dialog
          title={t('ORDERS.REFUSED', { count: refused.length })}
          onClose={() => setRefused([])}
          actions={<Button onClick={() => setRefused([])}>{t('COMMON.CLOSE')}</Button>}
        >
          <ul className={styles.refused}>
            {refused.map(({ number, errors }) => {
              const status = rows.find(({ orderNumber }) => orderNumber === number)?.status
              const [key] = Object.values(errors ?? {})
              return (
                <li key={number}>
                  <b>{number}</b>
                  {status !== undefined && <span className="dim">{t(orderStatusViews[status].text)}</span>}
                  <span className="push">{(key === undefined ? undefined : keyText(t, key)) ?? t('ERRORS.UNKNOWN')}</span>
                </li>
              )
            })}
          </ul>
        </Dialog>
      )}
    </>
  )
}
