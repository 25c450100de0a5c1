import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { formatAmount, formatWithSign } from '@shared/money'
import { toQepik, type Qepik } from '@shared/price'
import { optional } from '@shared/forms/schema'
import { call } from '@desk/api/client'
import type { Order } from '@desk/api/records'
import { useMe } from '@desk/api/session'
import { paymentMethods, type PaymentMethod } from '@desk/api/words'
import { Field, Select } from '@shared/components/Field'
import { FormDialog } from '@desk/components/FormDialog'
import { Segment } from '@desk/components/Parts'
import { useLanguage } from '@desk/i18n/language'
import { parseAmount } from '@shared/forms/amount'
import { useServerForm } from '@desk/lib/forms'
import { keepOrder, keepPresent, paymentMethodTexts } from '@desk/lib/orders'
import { useStores } from '@desk/lib/stores'
import { understood } from '@desk/lib/understood'
import { showToast } from '@shared/toasts'
import styles from './Order.module.css'

type Part = 'deposit' | 'rest' | 'other'

/** Sum received by these means and not refunded, in qəpik. */
function takenBy({ payments }: Order, method: PaymentMethod): Qepik {
  const own = payments.filter((payment) => payment.method === method)
  const sum = own.reduce((before, { kind, amount }) => before + (kind === 'in' ? 1 : -1) * toQepik(amount), 0)
  return Math.max(0, sum)
}

interface PaymentDialogProps {
  order: Order
  kind: 'in' | 'out'
  onClose: () => void
}

/** Records money that was taken or given back. A payment is never changed or deleted. */
export function PaymentDialog({ order, kind, onClose }: PaymentDialogProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { stores, nameOf } = useStores()
  // Two people who record the same money at the same time must not do so twice: the second one has another look first.
  const [version, setVersion] = useState(order.version)
  const me = useMe()
  const taken = toQepik(order.paidAmount) - toQepik(order.refundedAmount)
  const most = kind === 'in' ? toQepik(order.balance) : taken
  const returnable = (method: PaymentMethod) => takenBy(order, method)
  const methods = paymentMethods.filter((method) => (kind === 'in' ? me.role !== 'warehouse' || method === 'cash' : returnable(method) > 0))
  // A refund goes by the means of the payment, first by those of the largest.
  const [first] = kind === 'in' ? methods : methods.toSorted((one, other) => returnable(other) - returnable(one))
  const method = first ?? 'cash'
  const deposit = kind === 'in' && order.terms !== null ? Math.min(toQepik(order.terms.deposit) - taken, most) : 0
  const [part, setPart] = useState<Part>(deposit > 0 ? 'deposit' : 'rest')
  const parts: { value: Part; text: string }[] = [
    ...(deposit > 0 ? [{ value: 'deposit' as const, text: t('ORDER.PART_DEPOSIT', { sum: formatWithSign(deposit, language) }) }] : []),
    { value: 'rest', text: t('ORDER.PART_REST') },
    { value: 'other', text: t('ORDER.PART_OTHER') },
  ]
  const schema = z.object({
    amount: z.string().check(
      z.refine<string>((text) => (parseAmount(text) ?? 0) > 0, { error: 'FIELD.INVALID', abort: true }),
      z.refine<string>((text) => (parseAmount(text) ?? 0) <= most, 'PAYMENT.TOO_MUCH'),
    ),
    method: z.enum(paymentMethods),
    storeId: z.string(),
    text: optional(500),
  })
  const { form, field, submit, failureText, isBusy } = useServerForm({
    schema,
    defaultValues: {
      amount: formatAmount(kind === 'out' ? returnable(method) : deposit > 0 ? deposit : most, language),
      method,
      storeId: '',
      text: '',
    },
  })
  const pick = (next: Part) => {
    setPart(next)
    form.setValue('amount', next === 'other' ? '' : formatAmount(next === 'deposit' ? deposit : most, language))
    form.clearErrors('amount')
    if (next === 'other') form.setFocus('amount')
  }
  const send = submit(async ({ amount, method, storeId, text }, keyFor) => {
    const entry = { kind, amount: (parseAmount(amount) ?? 0) / 100, method, storeId: storeId === '' ? null : storeId, text }
    const body = { version, ...entry }
    try {
      const paid = await call('POST', '/desk/orders/{number}/payments', { path: { number: order.orderNumber }, body, key: keyFor(body) })
      keepOrder(paid)
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
      title={t(kind === 'in' ? 'ORDER.TAKE_PAYMENT' : 'ORDER.REFUND')}
      description={t(kind === 'in' ? 'ORDER.PAYMENT_TEXT' : 'ORDER.REFUND_TEXT', { sum: formatWithSign(most, language) })}
      onClose={onClose}
      onSubmit={(event) => void send(event)}
      submitText={t('ORDER.RECORD')}
      isBusy={isBusy}
      failure={failureText}
    >
      {kind === 'in' && <Segment label={t('ORDER.PART')} value={part} options={parts} onPick={pick} />}
      <div className={styles.pair}>
        <Field {...field('amount')} label={t('ORDER.AMOUNT')} inputMode="decimal" hint={understood(form.watch('amount'), language)} />
        <Select
          {...field('method', {
            onChange: ({ target }: { target: HTMLSelectElement }) => {
              if (kind === 'out') form.setValue('amount', formatAmount(returnable(target.value as PaymentMethod), language))
            },
          })}
          label={t('ORDER.METHOD')}
        >
          {methods.map((method) => (
            <option key={method} value={method}>
              {t(paymentMethodTexts[method])}
            </option>
          ))}
        </Select>
        {stores.length > 0 && (
          <Select {...field('storeId')} label={t('TEAM.STORE')}>
            <option value="">–</option>
            {stores.map(({ id }) => (
              <option key={id} value={id}>
                {nameOf(id)}
              </option>
            ))}
          </Select>
        )}
        <Field {...field('text')} label={t('STATUS.COMMENT')} />
      </div>
    </FormDialog>
  )
}
