import { useTranslation } from 'react-i18next'
import type { Order } from '@desk/api/records'
import { Dialog } from '@desk/components/Dialog'
import { steps, type Step } from '@desk/lib/orders'
import { Button } from '@shared/components/Button'

interface StepDialogProps {
  order: Order
  step: Step
  onClose: () => void
  onTake: () => void
}

/** Asks before a step that was begun by a key. */
export function StepDialog({ order, step, onClose, onTake }: StepDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      title={t('ORDER.STEP_TITLE', { number: order.orderNumber, step: t(steps[step].text) })}
      description={order.customer.email === null ? t('ORDER.CANCEL_NO_MAIL') : t('ORDER.STEP_MAIL')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('COMMON.CANCEL')}</Button>
          <Button
            variant="primary"
            onClick={() => {
              onClose()
              onTake()
            }}
          >
            {t(steps[step].text)}
          </Button>
        </>
      }
    />
  )
}
