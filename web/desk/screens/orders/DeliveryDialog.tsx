import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import type { Schemas } from '@shared/api/contract'
import { addDays, dateInBaku } from '@shared/dates'
import { optional } from '@shared/forms/schema'
import { call } from '@desk/api/client'
import type { Delivery, Order } from '@desk/api/records'
import { Field, Select } from '@shared/components/Field'
import { Check } from '@desk/components/Check'
import { DayField, TimeField } from '@desk/components/DayField'
import { FormDialog } from '@desk/components/FormDialog'
import { useLanguage } from '@desk/i18n/language'
import { useServerForm } from '@desk/lib/forms'
import { deliveryDay, keepOrder, undoSeconds, useOrderCall } from '@desk/lib/orders'
import { saveMerging } from '@desk/lib/save-merging'
import { useNow } from '@desk/lib/use-now'
import { showToast } from '@shared/toasts'
import styles from './Order.module.css'

const maxDays = 365

const schema = z
  .object({
    method: z.enum(['delivery', 'pickup']),
    on: z.string(),
    from: z.string(),
    to: z.string(),
    crew: optional(200),
    note: optional(500),
    notify: z.boolean(),
  })
  .check(
    z.refine((values) => (values.from === '') === (values.to === ''), { error: 'FIELD.REQUIRED', path: ['to'] }),
    z.refine((values) => values.from === '' || values.from < values.to, { error: 'FIELD.INVALID', path: ['to'] }),
    z.refine((values) => values.from === '' || values.on !== '', { error: 'FIELD.REQUIRED', path: ['on'] }),
  )

/** The plan as one field: where two people change it at the same time, the person chooses whose holds. */
interface Planned {
  version: number
  changedBy: Order['changedBy']
  changedAt: string
  delivery: Delivery | null
}

/** Plans the day, the time and the crew of a delivery, or a pickup. */
export function DeliveryDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTranslation()
  const language = useLanguage()
  // The order changes below the open dialog as others change it; what is typed was begun from this one.
  const [base] = useState(order)
  const { delivery, orderNumber } = base
  const now = useNow()
  const { form, field, submit, failureText, isBusy } = useServerForm({
    schema,
    defaultValues: {
      method: delivery?.method ?? 'delivery',
      on: delivery?.on ?? '',
      from: delivery?.from ?? '',
      to: delivery?.to ?? '',
      crew: delivery?.crew ?? '',
      note: delivery?.note ?? '',
      notify: false,
    },
  })
  const isPickup = form.watch('method') === 'pickup'
  const picked = (name: 'on' | 'from' | 'to') => ({
    value: form.watch(name),
    error: field(name).error,
    onValue: (value: string) => form.setValue(name, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted }),
  })
  const show = (plan: Delivery | null) => {
    if (plan === null) return t('ORDER.NO_DAY')
    const text = deliveryDay(plan, language)
    return [text === '' ? t('ORDER.NO_DAY') : text, plan.crew, plan.note].filter((part) => part !== '').join(', ')
  }
  const put = (body: Schemas['PlanDelivery']) => call('PUT', '/desk/orders/{number}/delivery', { path: { number: orderNumber }, body })
  const undo = useOrderCall(put)
  /** Says that it is saved. A plan of which the customer was not told can be taken back, if it can still be made. */
  const tell = (saved: Order, isTold: boolean) => {
    const { delivery: before } = base
    const isFinal = isTold || before === null || saved.version === base.version || (before.on !== null && before.on < dateInBaku(now))
    showToast({
      tone: 'done',
      text: t('COMMON.SAVED'),
      ...(!isFinal && {
        seconds: undoSeconds,
        action: { label: t('COMMON.UNDO'), run: () => undo.mutate({ version: saved.version, ...before, notify: false }) },
      }),
    })
  }
  const send = submit(async ({ notify, on, from, to, ...plan }) => {
    const wanted: Delivery = { ...plan, on: on === '' ? null : on, from: from === '' ? null : from, to: to === '' ? null : to }
    const saved = await saveMerging<Planned, Order>({
      base,
      changes: { delivery: wanted },
      send: (version) => put({ version, ...wanted, notify }),
      present: (data) => {
        keepOrder(data as Order)
        return data as Order
      },
      label: () => t('ORDER.DELIVERY'),
      show: (_, value) => show(value as Delivery | null),
    })
    if (saved !== null) {
      keepOrder(saved)
      tell(saved, notify)
    }
    onClose()
  })
  return (
    <FormDialog
      title={t('ORDER.PLAN_TITLE')}
      onClose={onClose}
      onSubmit={(event) => void send(event)}
      submitText={t('COMMON.SAVE')}
      isBusy={isBusy}
      failure={failureText}
    >
      <div className={styles.pair}>
        <Select {...field('method')} label={t('OFFERS.HAND_OVER')}>
          <option value="delivery">{t('OFFERS.HAND_OVER_DELIVERY')}</option>
          <option value="pickup">{t('OFFERS.HAND_OVER_PICKUP')}</option>
        </Select>
        <DayField {...picked('on')} label={t('FOLLOW_UP.DAY')} min={dateInBaku(now)} max={dateInBaku(addDays(now, maxDays))} />
        <TimeField {...picked('from')} label={t('OFFERS.TIME_FROM')} />
        <TimeField {...picked('to')} label={t('OFFERS.TIME_TO')} />
      </div>
      {!isPickup && <Field {...field('crew')} label={t('ORDER.CREW')} />}
      <Field {...field('note')} label={t('ORDER.DELIVERY_NOTE')} />
      {order.customer.email !== null && <Check {...form.register('notify')}>{t('ORDER.NOTIFY')}</Check>}
    </FormDialog>
  )
}
