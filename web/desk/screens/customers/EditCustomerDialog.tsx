import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { optional, optionalPhone, required } from '@shared/forms/schema'
import { languageNames, languages } from '@shared/language'
import { Field, Select, TextArea } from '@shared/components/Field'
import { showToast } from '@shared/toasts'
import type { TextKey } from '@shared/text-key'
import { call } from '@desk/api/client'
import type { Customer } from '@desk/api/records'
import { FormDialog } from '@desk/components/FormDialog'
import { showCustomer } from '@desk/lib/customers'
import { useServerForm } from '@desk/lib/forms'
import { saveMerging } from '@desk/lib/save-merging'

const maxName = 200
const maxNote = 2_000

const schema = z.object({
  name: required(maxName),
  phone: optionalPhone(),
  email: optional(),
  language: z.enum(languages),
  note: optional(maxNote),
})

type Fields = Pick<Customer, 'name' | 'phone' | 'email' | 'language' | 'note'>

const labels: Readonly<Record<keyof Fields, TextKey>> = {
  name: 'CUSTOMER.NAME',
  phone: 'COMMON.PHONE',
  email: 'COMMON.EMAIL',
  language: 'COMMON.LANGUAGE_LABEL',
  note: 'COMPOSER.NOTE',
}

const orNull = (text: string) => (text === '' ? null : text)

/** Changes how a customer is called and reached. Quotes and orders keep what the customer wrote. */
export function EditCustomerDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const { t } = useTranslation()
  // The customer changes below the open dialog as others change it.
  const [base] = useState(customer)
  const { field, submit, failureText, isBusy } = useServerForm({
    schema,
    defaultValues: {
      name: base.name ?? '',
      phone: base.phone ?? '',
      email: base.email ?? '',
      language: base.language ?? 'az',
      note: base.note,
    },
  })
  const send = submit(async (values) => {
    const wanted: Fields = { ...values, phone: orNull(values.phone), email: orNull(values.email) }
    const entries = Object.entries(wanted).filter(([name, value]) => base[name as keyof Fields] !== value)
    const changes: Partial<Customer> = Object.fromEntries(entries)
    const saved =
      entries.length === 0
        ? null
        : await saveMerging<Customer, Customer>({
            base,
            changes,
            send: (version, { name, phone, email, language, note }) =>
              call('PATCH', '/desk/customers/{id}', {
                path: { id: base.id },
                body: { version, ...defined({ name, phone, email, language, note }) },
              }),
            present: (data) => data as Customer,
            label: (name) => t(labels[name as keyof Fields]),
            show: (_, value) => (typeof value === 'string' && value !== '' ? value : '—'),
            onMerged: (count) => showToast({ tone: 'done', text: t('CONFLICT.MERGED', { count }) }),
          })
    if (saved !== null) showCustomer(saved)
    onClose()
  })
  return (
    <FormDialog
      title={t('CUSTOMER.EDIT')}
      description={t('CUSTOMER.EDIT_TEXT')}
      onClose={onClose}
      onSubmit={(event) => void send(event)}
      submitText={t('COMMON.SAVE')}
      isBusy={isBusy}
      failure={failureText}
    >
      <Field {...field('name')} label={t('CUSTOMER.NAME')} />
      <Field {...field('phone')} type="tel" label={t('COMMON.PHONE')} />
      <Field {...field('email')} type="email" label={t('COMMON.EMAIL')} />
      <Select {...field('language')} label={t('COMMON.LANGUAGE_LABEL')}>
        {languages.map((name) => (
          <option key={name} value={name}>
            {languageNames[name]}
          </option>
        ))}
      </Select>
      <TextArea {...field('note')} label={t('COMPOSER.NOTE')} rows={3} />
    </FormDialog>
  )
}

/** The fields that are not undefined. */
const defined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
