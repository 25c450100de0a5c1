import { useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import { Field } from '@shared/components/Field'
import { FormErrors } from '@/components/forms/FormErrors'
import { PasswordField } from '@/components/forms/PasswordField'
import { detailsQuery } from '@/lib/api/account-queries'
import { call } from '@/lib/api/client'
import type { Details } from '@/lib/api/types'
import { useServerForm } from '@/lib/forms/forms'
import type { TextKey } from '@shared/text-key'
import styles from './DetailsForm.module.css'
import { detailsChange, detailsSchema, type DetailsValues } from './schema'

const labels = {
  name: 'FORM.FIRST_NAME',
  lastname: 'FORM.LAST_NAME',
  currentPassword: 'FORM.CURRENT_PASSWORD',
  newPassword: 'FORM.NEW_PASSWORD',
  confirmPassword: 'FORM.CONFIRM_PASSWORD',
} as const satisfies Record<keyof DetailsValues, TextKey>

const passwords = ['currentPassword', 'newPassword', 'confirmPassword'] as const
const noPasswords = { currentPassword: '', newPassword: '', confirmPassword: '' }

export function DetailsForm({ details }: { details: Details }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [saved, setSaved] = useState(false)
  const { form, field, submit, summary, isBusy } = useServerForm({
    schema: detailsSchema,
    labels,
    defaultValues: { name: details.name, lastname: details.lastname, ...noPasswords },
    touchedOnly: true,
  })
  const { isValid } = form.formState

  const send = async (values: DetailsValues) => {
    setSaved(false)
    await call('PUT', '/account/details', { body: detailsChange(values) })
    form.reset({ ...values, ...noPasswords }, { keepSubmitCount: false })
    setSaved(true)
    await client.invalidateQueries({ queryKey: detailsQuery.queryKey })
  }

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(send)(event)}>
      <FormErrors {...summary(t('ACCOUNT.DETAILS.UPDATE_ERROR'))} />
      <div role="status">
        {saved && (
          <p className={styles.saved}>
            <Check size={20} strokeWidth={1.5} aria-hidden="true" />
            {t('ACCOUNT.DETAILS.UPDATE_SUCCESS')}
          </p>
        )}
      </div>
      <div className={styles.pair}>
        <Field {...field('name')} autoComplete="given-name" maxLength={100} />
        <Field {...field('lastname')} autoComplete="family-name" maxLength={100} />
      </div>
      <Field label={t('FORM.EMAIL')} type="email" value={details.email} readOnly autoComplete="username" />
      <fieldset className={styles.group}>
        <legend className={styles.legend}>{t('ACCOUNT.DETAILS.PASSWORD')}</legend>
        <p className={styles.hint}>{t('ACCOUNT.DETAILS.PASSWORD_OPTIONAL')}</p>
        {passwords.map((name) => (
          <PasswordField
            key={name}
            {...field(name, { deps: passwords.filter((other) => other !== name) })}
            hint={name === 'newPassword' ? t('FORM.PASSWORD_HINT') : undefined}
            autoComplete={name === 'currentPassword' ? 'current-password' : 'new-password'}
          />
        ))}
      </fieldset>
      <Button
        variant="primary"
        type="submit"
        className={styles.button}
        disabled={!isValid}
        busyLabel={isBusy ? t('ACCOUNT.SAVING') : undefined}
      >
        {t('ACCOUNT.SAVE')}
      </Button>
    </form>
  )
}
