import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { Field } from '@shared/components/Field'
import { required } from '@shared/forms/schema'
import type { ContentRow } from '@desk/api/records'
import { FormDialog } from '@desk/components/FormDialog'
import { useServerForm } from '@desk/lib/forms'

const schema = z.object({
  code: required(60).check(z.regex(/^[a-z0-9-]{1,60}$/, 'CONTENT.CODE_INVALID')),
  name: required(200),
})

interface NewRecordDialogProps<Row extends ContentRow> {
  title: string
  create: (code: string, name: string, key: string) => Promise<Row>
  onMade: (row: Row) => void
  onClose: () => void
}

/** Makes a draft, and opens it. */
export function NewRecordDialog<Row extends ContentRow>({ title, create, onMade, onClose }: NewRecordDialogProps<Row>) {
  const { t } = useTranslation()
  const { field, submit, failureText, isBusy } = useServerForm({ schema, defaultValues: { code: '', name: '' } })
  const send = submit(async ({ code, name }, keyFor) => {
    onMade(await create(code, name, keyFor({ code, name })))
  })
  return (
    <FormDialog
      title={title}
      description={t('CONTENT.ADD_TEXT')}
      onClose={onClose}
      onSubmit={(event) => void send(event)}
      submitText={title}
      isBusy={isBusy}
      failure={failureText}
    >
      <Field {...field('name')} label={t('CONTENT.NAME_AZ')} lang="az" autoComplete="off" />
      <Field {...field('code')} label={t('CONTENT.CODE')} hint={t('CONTENT.CODE_HINT')} autoComplete="off" />
    </FormDialog>
  )
}
