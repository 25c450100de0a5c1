import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import type { Order } from '@desk/api/records'
import type { OrderStatus } from '@desk/api/words'
import { Check } from '@desk/components/Check'
import { FormDialog } from '@desk/components/FormDialog'
import { useServerForm } from '@desk/lib/forms'
import { orderStatusViews } from '@desk/lib/orders'
import { TextArea } from '@shared/components/Field'
import { required } from '@shared/forms/schema'

const schema = z.object({ text: required(1000), notify: z.boolean() })

interface BackDialogProps {
  order: Order
  to: OrderStatus
  isBusy: boolean
  onClose: () => void
  onBack: (how: { text: string; notify: boolean }) => void
}

/** Takes an order back one step, with a reason. */
export function BackDialog({ order, to, isBusy, onClose, onBack }: BackDialogProps) {
  const { t } = useTranslation()
  const { form, field, submit, failureText } = useServerForm({ schema, defaultValues: { text: '', notify: false } })
  const send = submit((how) => {
    onBack(how)
    return Promise.resolve()
  })
  return (
    <FormDialog
      title={t('ORDER.BACK_TITLE', { number: order.orderNumber })}
      description={t('ORDER.BACK_TEXT', { status: t(orderStatusViews[to].text) })}
      onClose={onClose}
      onSubmit={(event) => void send(event)}
      submitText={t('ORDER.BACK_DO')}
      isBusy={isBusy}
      failure={failureText}
    >
      <TextArea {...field('text')} label={t('ORDER.BACK_WHY')} rows={2} />
      {order.customer.email !== null && <Check {...form.register('notify')}>{t('ORDER.NOTIFY')}</Check>}
    </FormDialog>
  )
}
