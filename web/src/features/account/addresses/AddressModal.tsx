import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import { Field } from '@shared/components/Field'
import { FormErrors } from '@/components/forms/FormErrors'
import { Modal } from '@/components/dialogs/Modal'
import { accountQueries, call } from '@/lib/api/client'
import type { Address } from '@/lib/api/types'
import { useServerForm } from '@/lib/forms/forms'
import styles from './AddressModal.module.css'
import { addressBody, addressLabels, addressSchema, addressValues, type AddressValues } from './schema'

const attributes = {
  fullName: { autoComplete: 'name', maxLength: 100 },
  phoneNumber: { type: 'tel', inputMode: 'tel', autoComplete: 'tel', maxLength: 30 },
  streetAddress: { autoComplete: 'address-line1', maxLength: 200 },
  apartment: { autoComplete: 'address-line2', maxLength: 200 },
  city: { autoComplete: 'address-level2', maxLength: 200 },
  state: { autoComplete: 'address-level1', maxLength: 200 },
  zipCode: { autoComplete: 'postal-code', maxLength: 200 },
} as const

interface AddressModalProps {
  /** `null` for a new address. */
  address: Address | null
  onClose: () => void
}

export function AddressModal({ address, onClose }: AddressModalProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const formId = useId()
  const { form, field, submit, summary, isBusy } = useServerForm({
    schema: addressSchema,
    labels: addressLabels,
    defaultValues: addressValues(address),
  })
  const { isValid } = form.formState

  const send = async (values: AddressValues) => {
    const body = addressBody(values)
    await (address === null
      ? call('POST', '/account/addresses', { body })
      : call('PUT', '/account/addresses/{id}', { path: { id: address.id }, body }))
    onClose()
    await client.invalidateQueries(accountQueries)
  }

  const input = (name: keyof AddressValues) => <Field {...field(name)} {...attributes[name]} />

  return (
    <Modal
      open
      title={t(address === null ? 'ACCOUNT.ADDRESSES.ADD' : 'ACCOUNT.ADDRESSES.EDIT_TITLE')}
      onClose={onClose}
      footer={
        <div className={styles.buttons}>
          <Button variant="primary" type="submit" form={formId} disabled={!isValid} busyLabel={isBusy ? t('ACCOUNT.SAVING') : undefined}>
            {t('ACCOUNT.SAVE')}
          </Button>
          <Button onClick={onClose}>{t('COMMON.CANCEL')}</Button>
        </div>
      }
    >
      <form id={formId} className={styles.form} noValidate onSubmit={(event) => void submit(send)(event)}>
        <FormErrors {...summary(t(address === null ? 'ACCOUNT.ADDRESSES.CREATE_ERROR' : 'ACCOUNT.ADDRESSES.UPDATE_ERROR'))} />
        {input('fullName')}
        {input('phoneNumber')}
        {input('streetAddress')}
        {input('apartment')}
        <div className={styles.pair}>
          {input('city')}
          {input('state')}
          {input('zipCode')}
        </div>
      </form>
    </Modal>
  )
}
