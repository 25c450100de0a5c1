import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { TextArea } from '@shared/components/Field'
import { required } from '@shared/forms/schema'
import { call } from '@desk/api/client'
import { FormDialog } from '@desk/components/FormDialog'
import { useServerForm } from '@desk/lib/forms'
import { keepOrder } from '@desk/lib/orders'

const schema = z.object({ text: required(1000) })

interface CorrectNoteDialogProps {
  orderNumber: string
  id: string
  text: string
  onClose: () => void
}

/** Corrects a note of one's own; the timeline keeps what it said before. */
export function CorrectNoteDialog({ orderNumber, id, text, onClose }: CorrectNoteDialogProps) {
  const { t } = useTranslation()
  const { field, submit, failureText, isBusy } = useServerForm({ schema, defaultValues: { text } })
  const send = submit(async (values) => {
    keepOrder(await call('PATCH', '/desk/orders/{number}/notes', { path: { number: orderNumber }, body: { id, ...values } }))
    onClose()
  })
  return (
    <FormDialog
      title={t('TIMELINE.CORRECT_TITLE')}
      description={t('TIMELINE.CORRECT_TEXT')}
      onClose={onClose}
      onSubmit={(event) => void send(event)}
      submitText={t('COMMON.SAVE')}
      isBusy={isBusy}
      failure={failureText}
    >
      <TextArea {...field('text')} label={t('COMPOSER.NOTE')} rows={3} />
    </FormDialog>
  )
}
