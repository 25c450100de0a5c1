import { useTranslation } from 'react-i18next'
import { call } from '@desk/api/client'
import type { Order } from '@desk/api/records'
import type { CancelReason, OrderStatus } from '@desk/api/words'
import { orderStatusViews, undoSeconds, useOrderCall } from '@desk/lib/orders'
import { showToast } from '@shared/toasts'

interface Move {
  to: OrderStatus
  reason?: CancelReason
  text?: string
  notify?: boolean
}

/** Changes the status of an order; while its mail has not left, a message offers to take the step back. */
export function useOrderMove({ orderNumber, status }: Order, onDone: () => void) {
  const { t } = useTranslation()
  const path = { number: orderNumber }
  const undo = useOrderCall((from: OrderStatus) => call('POST', '/desk/orders/{number}/status/undo', { path, body: { from } }))
  const move = useOrderCall(
    (next: Move) => call('POST', '/desk/orders/{number}/status', { path, body: { from: status, ...next } }),
    (order) => {
      onDone()
      if (order.undoUntil === null) return
      showToast({
        tone: 'done',
        text: t('ORDER.MOVED', { status: t(orderStatusViews[order.status].text) }),
        seconds: undoSeconds,
        action: { label: t('COMMON.UNDO'), run: () => undo.mutate(order.status) },
      })
    },
  )
  return { move: move.mutate, undo: () => undo.mutate(status), isBusy: move.isPending || undo.isPending }
}
