import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { Field } from '@shared/components/Field'
import { optional, optionalName, personName, phone } from '@shared/forms/schema'
import { showToast } from '@shared/toasts'
import { call } from '@desk/api/client'
import type { Order } from '@desk/api/records'
import { Check } from '@desk/components/Check'
import { FormDialog } from '@desk/components/FormDialog'
import { useServerForm } from '@desk/lib/forms'
import { keepOrder, keepPresent } from '@desk/lib/orders'
import styles from './Order.module.css'

const schema = z.object({
  firstName: personName(1),
  lastName: optionalName(),
  phone: phone(),
  email: optional(254),
  address: optional(),
  city: optional(),
  state: optional(),
  postalCode: optional(),
  notify: z.boolean(),
})

/** Corrects who receives an order, and where, until it is shipped. */
export function CorrectDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTranslation()
  const [version, setVersion] = useState(order.version)
  const [to] = useState(order.shippingAddress)
  const { form, field, submit, failureText, isBusy } = useServerForm({
    schema,
    defaultValues: {
      firstName: to?.firstName ?? '',
      lastName: to?.lastName ?? '',
      phone: to?.phone ?? '',
      email: to?.email ?? '',
      address: to?.address ?? '',
      city: to?.city ?? '',
      state: to?.state ?? '',
      postalCode: to?.postalCode ?? '',
      notify: false,
    },
  })
  const send = submit(async ({ notify, ...shippingAddress }) => {
    try {
      const body = { version, shippingAddress, notify }
      keepOrder(await call('PATCH', '/desk/orders/{number}', { path: { number: order.orderNumber }, body }))
      showToast({ tone: 'done', text: t('COMMON.SAVED') })
      onClose()
    } catch (error) {
      // The form stays open over what the order is now.
      setVersion(keepPresent(error) ?? version)
      throw error
    }
  })
  return (
    <FormDialog
      title={t('ORDER.CORRECT_TITLE')}
      onClose={onClose}
      onSubmit={(event) => void send(event)}
      submitText={t('COMMON.SAVE')}
      isBusy={isBusy}
      failure={failureText}
    >
      <div className={styles.pair}>
        <Field {...field('firstName')} label={t('COMMON.NAME')} />
        <Field {...field('lastName')} label={t('COMMON.LASTNAME')} />
        <Field {...field('phone')} type="tel" label={t('COMMON.PHONE')} />
        <Field {...field('email')} type="email" label={t('COMMON.EMAIL')} />
        <Field {...field('address')} label={t('OFFERS.ADDRESS')} />
        <Field {...field('city')} label={t('OFFERS.CITY')} />
        <Field {...field('state')} label={t('ORDER.REGION')} />
        <Field {...field('postalCode')} label={t('ORDER.POSTAL_CODE')} />
      </div>
      {order.customer.email !== null && <Check {...form.register('notify')}>{t('ORDER.NOTIFY')}</Check>}
    </FormDialog>
  )
}
