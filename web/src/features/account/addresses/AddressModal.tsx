import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/Button'
import { Field } from '@/components/Field'
import { FormProblems } from '@/components/FormProblems'
import { Modal } from '@/components/Modal'
import { accountKey } from '@/lib/api/account-queries'
import { answer, api } from '@/lib/api/client'
import { serverMessage } from '@/lib/api/error'
import type { Address } from '@/lib/api/types'
import { markServerErrors, useFieldError } from '@/lib/forms/use-form-texts'
import styles from './AddressModal.module.css'
import { addressBody, addressFields, addressLabels, addressSchema, addressValues, type AddressValues } from './schema'

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
  /** Nothing: a new one. */
  address: Address | null
  onClose: () => void
}

export function AddressModal({ address, onClose }: AddressModalProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const formId = useId()
  const [failure, setFailure] = useState<string>()
  const form = useForm<AddressValues>({
    resolver: zodResolver(addressSchema),
    mode: 'onTouched',
    shouldFocusError: false,
    defaultValues: addressValues(address),
  })
  const { isSubmitting, isValid, submitCount } = form.formState
  const errorOf = useFieldError(form)

  const send = async (values: AddressValues) => {
    setFailure(undefined)
    const body = addressBody(values)
    try {
      await (address === null
        ? answer(api.POST('/api/v1.0/account/addresses', { body }))
        : answer(api.PUT('/api/v1.0/account/addresses/{id}', { params: { path: { id: address.id } }, body })))
    } catch (error) {
      markServerErrors(form, error, addressFields)
      const fallback = t(address === null ? 'ACCOUNT.ADDRESSES.CREATE_ERROR' : 'ACCOUNT.ADDRESSES.UPDATE_ERROR')
      setFailure(serverMessage(error) || fallback)
      return
    }
    onClose()
    await client.invalidateQueries({ queryKey: [accountKey] })
  }

  const field = (name: keyof AddressValues, className?: string) => (
    <Field
      {...form.register(name)}
      {...attributes[name]}
      label={t(addressLabels[name])}
      error={errorOf(name)}
      className={className}
    />
  )
  const problems = addressFields
    .map((name) => ({ name, label: t(addressLabels[name]), text: errorOf(name) ?? '' }))
    .filter(({ text }) => text !== '')

  return (
    <Modal
      open
      title={t(address === null ? 'ACCOUNT.ADDRESSES.ADD' : 'ACCOUNT.ADDRESSES.EDIT_TITLE')}
      onClose={onClose}
      footer={
        <div className={styles.buttons}>
          <Button
            type="submit"
            form={formId}
            disabled={!isValid}
            busyLabel={isSubmitting ? t('ACCOUNT.SAVING') : undefined}
          >
            {t('ACCOUNT.SAVE')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('COMMON.CANCEL')}
          </Button>
        </div>
      }
    >
      <form id={formId} className={styles.form} noValidate onSubmit={(event) => void form.handleSubmit(send)(event)}>
        <FormProblems failure={failure} problems={problems} attempt={submitCount} onPick={form.setFocus} />
        {field('fullName')}
        {field('phoneNumber')}
        {field('streetAddress')}
        {field('apartment')}
        <div className={styles.pair}>
          {field('city')}
          {field('state')}
          {field('zipCode')}
        </div>
      </form>
    </Modal>
  )
}
