import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import { ConfirmDialog } from '@/components/dialogs/ConfirmDialog'
import { accountQueries, call } from '@/lib/api/client'
import { serverMessage } from '@shared/api/error'
import type { Order } from '@/lib/api/types'
import { showToast } from '@shared/toasts'

/** Cancels an order after a confirmation. */
export function CancelOrder({ order }: { order: Order }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [confirming, setConfirming] = useState(false)
  const cancel = useMutation({
    mutationFn: () => call('POST', '/account/orders/{id}/cancel', { path: { id: order.id } }),
    onSuccess: async () => {
      setConfirming(false)
      showToast({ tone: 'done', text: t('ORDER.CANCELLED', { number: order.orderNumber }) })
      await client.invalidateQueries(accountQueries)
    },
  })
  const name = t('ORDER.NUMBER', { number: order.orderNumber })
  return (
    <>
      <Button
        size="small"
        onClick={() => {
          cancel.reset()
          setConfirming(true)
        }}
      >
        {t('ORDER.CANCEL')}
        <span className="visually-hidden"> {order.orderNumber}</span>
      </Button>
      {confirming && (
        <ConfirmDialog
          title={name}
          sentence={t('ORDER.CANCEL_CONFIRM')}
          confirmLabel={t('ORDER.CANCEL')}
          keepLabel={t('COMMON.KEEP')}
          busyLabel={cancel.isPending ? t('COMMON.SENDING') : undefined}
          failure={cancel.error ? serverMessage(cancel.error) || t('ORDER.CANCEL_FAILED') : undefined}
          onConfirm={() => cancel.mutate()}
          onKeep={() => {
            setConfirming(false)
            // The status may have changed in the meantime.
            if (cancel.error) void client.invalidateQueries(accountQueries)
          }}
        />
      )}
    </>
  )
}
