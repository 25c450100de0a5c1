import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '@shared/components/Field'
import { call } from '@desk/api/client'
import type { Customer } from '@desk/api/records'
import { FormDialog } from '@desk/components/FormDialog'
import { showCustomer } from '@desk/lib/customers'
import { useChange } from '@desk/lib/use-change'

const highest = 99

/** Changes the personal discount of a customer's account. */
export default function DiscountDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const { t } = useTranslation()
  const from = customer.discount ?? 0
  const [typed, setTyped] = useState(String(from))
  const [isTried, setTried] = useState(false)
  const discount = Number(typed.trim())
  const isValid = /^\d+$/.test(typed.trim()) && discount <= highest
  const change = useChange({
    send: (body: { from: number; discount: number }) => call('PUT', '/desk/customers/{id}/discount', { path: { id: customer.id }, body }),
    onDone: (saved) => {
      showCustomer(saved)
      onClose()
    },
    onConflict: (present) => {
      showCustomer(present as Customer)
      return undefined
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setTried(true)
    if (isValid) change.mutate({ from, discount })
  }
  return (
    <FormDialog
      title={t('CUSTOMER.DISCOUNT')}
      description={t('CUSTOMER.DISCOUNT_TEXT')}
      onClose={onClose}
      onSubmit={submit}
      submitText={t('COMMON.SAVE')}
      isBusy={change.isPending}
      failure={undefined}
    >
      <Field
        label={t('CUSTOMER.DISCOUNT_PERCENT')}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        error={isTried && !isValid ? t('CUSTOMER.DISCOUNT_RANGE') : undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
    </FormDialog>
  )
}
